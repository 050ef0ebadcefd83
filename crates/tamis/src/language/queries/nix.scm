; Nix: the bindings of the outermost sets.

(binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function
(source_code expression: (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.constant)))
(source_code expression: (function_expression
  body: (attrset_expression (binding_set (binding attrpath: (attrpath) @name) @definition.constant))))
(source_code expression: (let_expression (binding_set (binding attrpath: (attrpath) @name) @definition.constant)))
(source_code expression: (function_expression
  body: (let_expression (binding_set (binding attrpath: (attrpath) @name) @definition.constant))))

(apply_expression function: (variable_expression name: (identifier) @word) argument: (path_expression) @import.module
  (#any-of? @word "import" "callPackage")) @import
(apply_expression function: (select_expression attrpath: (attrpath attr: (identifier) @word .))
  argument: (path_expression) @import.module (#any-of? @word "callPackage")) @import

(apply_expression function: (variable_expression name: (identifier) @reference.call))
(apply_expression function: (select_expression attrpath: (attrpath attr: (identifier) @reference.call .)))

(comment) @leading

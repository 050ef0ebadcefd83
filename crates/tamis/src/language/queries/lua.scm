; Lua.

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @scope field: (identifier) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @scope method: (identifier) @name)) @definition.method
(assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression field: (identifier) @name)])
  (expression_list . value: (function_definition))) @definition.function
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @ignored)
  (expression_list . value: (function_call name: (identifier) @require)))
  (#eq? @require "require")))
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.constant)
(chunk (assignment_statement (variable_list name: [
  (identifier) @name
  (dot_index_expression field: (identifier) @name)])) @definition.constant)
(table_constructor (field name: (identifier) @name value: (function_definition)) @definition.function)

(function_call name: (identifier) @require arguments: (arguments . (string) @import.module)
  (#eq? @require "require")) @import

(function_call name: (identifier) @reference.call)
(function_call name: (dot_index_expression field: (identifier) @reference.call))
(function_call name: (method_index_expression method: (identifier) @reference.call))

(comment) @leading

; Zig. A type is a variable that holds a struct, enum or union.

(function_declaration name: (identifier) @name) @definition.function
(variable_declaration . (identifier) @name [(struct_declaration) (enum_declaration) (union_declaration)
  (opaque_declaration)]) @definition.class
(variable_declaration . (identifier) @ignored
  (builtin_function (builtin_identifier) @import.word (arguments (string) @import.module))
  (#eq? @import.word "@import")) @import
(source_file (variable_declaration . (identifier) @name) @definition.constant)
(struct_declaration (variable_declaration . (identifier) @name) @definition.constant)
(test_declaration [(string) (identifier)] @name) @definition.function

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression member: (identifier) @reference.call))
(parameter type: (identifier) @reference.type)

(comment) @leading

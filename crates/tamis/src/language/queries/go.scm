; Go. The receiver's type is the scope of a method.

(function_declaration name: (_) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @scope
    (pointer_type (type_identifier) @scope)
    (generic_type type: (type_identifier) @scope)
    (pointer_type (generic_type type: (type_identifier) @scope))]))
  name: (_) @name) @definition.method
(type_spec name: (_) @name type: (struct_type)) @definition.class
(type_spec name: (_) @name type: (interface_type)) @definition.interface
(type_spec name: (_) @name) @definition.type
(type_alias name: (_) @name) @definition.type
(interface_type (method_elem name: (_) @name) @definition.method)
(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.constant)))

(import_spec path: (_) @import.module) @import

(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression field: (_) @reference.call))
(type_identifier) @reference.type

(comment) @leading

; C#. Properties and fields are constants of their type.

(class_declaration name: (_) @name) @definition.class
(struct_declaration name: (_) @name) @definition.class
(record_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(delegate_declaration name: (_) @name) @definition.type
(namespace_declaration name: (_) @name) @definition.module
(file_scoped_namespace_declaration name: (_) @name) @definition.module
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.method
(destructor_declaration name: (_) @name) @definition.method
(operator_declaration operator: _ @name) @definition.method
(indexer_declaration "this" @name) @definition.method
(local_function_statement name: (_) @name) @definition.function
(property_declaration name: (_) @name) @definition.constant
(event_declaration name: (_) @name) @definition.constant
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @definition.constant
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @definition.constant
(enum_member_declaration name: (_) @name) @definition.constant

(using_directive [(identifier) (qualified_name) (alias_qualified_name)] @import.module .) @import

(invocation_expression function: (identifier) @reference.call)
(invocation_expression function: (generic_name (identifier) @reference.call))
(invocation_expression function: (member_access_expression name: (identifier) @reference.call))
(invocation_expression function: (member_access_expression name: (generic_name (identifier) @reference.call)))
(invocation_expression function: (conditional_access_expression
  (member_binding_expression name: (identifier) @reference.call)))
(object_creation_expression type: (identifier) @reference.call)
(object_creation_expression type: (generic_name (identifier) @reference.call))
(base_list (identifier) @reference.type)
(base_list (generic_name (identifier) @reference.type))
(type_argument_list (identifier) @reference.type)
(parameter type: (identifier) @reference.type)
(parameter type: (generic_name (identifier) @reference.type))
(variable_declaration type: (identifier) @reference.type)
(variable_declaration type: (generic_name (identifier) @reference.type))
(property_declaration type: (identifier) @reference.type)
(property_declaration type: (generic_name (identifier) @reference.type))
(method_declaration returns: (identifier) @reference.type)
(method_declaration returns: (generic_name (identifier) @reference.type))
(attribute name: (identifier) @reference.type)

(comment) @leading

; PHP.

(class_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.class
(trait_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(namespace_definition name: (_) @name) @definition.module
(function_definition name: (_) @name) @definition.function
(method_declaration name: (_) @name) @definition.method
(const_declaration (const_element . (name) @name)) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name))) @definition.constant
(enum_case name: (_) @name) @definition.constant
(expression_statement (assignment_expression
  left: (variable_name (name) @name) right: [(anonymous_function) (arrow_function)])) @definition.function

(namespace_use_declaration (namespace_use_clause . [(name) (qualified_name)] @import.module)) @import
(namespace_use_declaration body: (_)) @import.whole
(require_expression (string) @import.module) @import
(require_once_expression (string) @import.module) @import
(include_expression (string) @import.module) @import
(include_once_expression (string) @import.module) @import
(require_once_expression (binary_expression right: (string) @import.module)) @import
(require_expression (binary_expression right: (string) @import.module)) @import
(require_once_expression (parenthesized_expression (string) @import.module)) @import
(require_expression (parenthesized_expression (string) @import.module)) @import

(function_call_expression function: (name) @reference.call)
(function_call_expression function: (qualified_name (name) @reference.call))
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(scoped_call_expression scope: (name) @reference.type)
(class_constant_access_expression . (name) @reference.type)
(object_creation_expression (name) @reference.call)
(object_creation_expression (qualified_name (name) @reference.call))
(named_type (name) @reference.type)
(named_type (qualified_name (name) @reference.type))
(base_clause (name) @reference.type)
(class_interface_clause (name) @reference.type)
(use_declaration (name) @reference.type)
(attribute (name) @reference.type)

(comment) @leading

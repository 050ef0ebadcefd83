; Solidity.

(contract_declaration name: (_) @name) @definition.class
(library_declaration name: (_) @name) @definition.class
(struct_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(function_definition name: (_) @name) @definition.function
(modifier_definition name: (_) @name) @definition.method
(constructor_definition "constructor" @name) @definition.method
(event_definition name: (_) @name) @definition.type
(error_declaration name: (_) @name) @definition.type
(state_variable_declaration name: (_) @name) @definition.constant
(constant_variable_declaration name: (_) @name) @definition.constant

(import_directive source: (_) @import.module) @import
(import_directive import_name: (identifier) @import.name source: (_) @import.module) @import

(call_expression function: (expression (identifier) @reference.call))
(call_expression function: (expression (member_expression property: (identifier) @reference.call)))
(emit_statement name: (expression (identifier) @reference.call))
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.type))
(type_name (user_defined_type (identifier) @reference.type))

(comment) @leading

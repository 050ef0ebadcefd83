; Scala.

(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(package_object name: (_) @name) @definition.module
(enum_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.interface
(simple_enum_case name: (_) @name) @definition.constant
(full_enum_case name: (_) @name) @definition.constant
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(given_definition name: (_) @name) @definition.constant
(type_definition name: (_) @name) @definition.type
(val_definition pattern: (identifier) @name (#set! outside "function")) @definition.constant
(var_definition pattern: (identifier) @name (#set! outside "function")) @definition.constant
(val_declaration name: (_) @name) @definition.constant
(var_declaration name: (_) @name) @definition.constant

(import_declaration) @import.whole

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (identifier) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(instance_expression (type_identifier) @reference.call)
(type_identifier) @reference.type

(comment) @leading
(block_comment) @leading

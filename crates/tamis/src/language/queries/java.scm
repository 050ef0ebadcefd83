; Java.

(class_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.class
(record_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(annotation_type_declaration name: (_) @name) @definition.interface
(module_declaration name: (_) @name) @definition.module
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.method
(compact_constructor_declaration name: (_) @name) @definition.method
(annotation_type_element_declaration name: (_) @name) @definition.method
(enum_constant name: (_) @name) @definition.constant
(constant_declaration declarator: (variable_declarator name: (_) @name)) @definition.constant
(field_declaration declarator: (variable_declarator name: (_) @name)) @definition.constant

(import_declaration (scoped_identifier) @import.module) @import
(import_declaration (scoped_identifier) @import.module (asterisk) @import.name) @import

(method_invocation name: (_) @reference.call)
(object_creation_expression type: (type_identifier) @reference.call)
(method_reference (identifier) @reference.call .)
(marker_annotation name: (identifier) @reference.type)
(annotation name: (identifier) @reference.type)
(type_identifier) @reference.type

(line_comment) @leading
(block_comment) @leading

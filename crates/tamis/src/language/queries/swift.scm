; Swift. An extension is a module named after its type.

(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @name)) @definition.module
(class_declaration name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(class_body (function_declaration) @definition.method)
(enum_class_body (function_declaration) @definition.method)
(function_declaration) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(init_declaration name: "init" @name) @definition.method
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(enum_entry name: (simple_identifier) @name) @definition.constant
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)
  (#set! outside "function")) @definition.constant
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant
(macro_declaration (simple_identifier) @name) @definition.macro

(import_declaration (identifier) @import.module) @import

(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
(user_type (type_identifier) @reference.type)

(comment) @leading
(multiline_comment) @leading

; Dart.

(class_declaration name: (identifier) @name) @definition.class
(mixin_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.class
(extension_declaration name: (identifier) @name) @definition.module
(extension_type_declaration name: (_) @name) @definition.class
(type_alias . (type_identifier) @name) @definition.type
(enum_entry name: (identifier) @name) @definition.constant
(method_declaration signature: (method_signature [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature operator: (_) @name)])) @definition.method
(method_declaration signature: (method_signature [
  (constructor_signature name: (_) @name . parameters: (_))
  (factory_constructor_signature name: (_) @name . parameters: (_))])) @definition.method
(declaration [
  (constructor_signature name: (_) @name . parameters: (_))
  (constant_constructor_signature name: (_) @name . parameters: (_))
  (redirecting_factory_constructor_signature name: (_) @name . parameters: (_))]) @definition.method
(declaration [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)]) @definition.method
(function_declaration signature: (function_signature name: (identifier) @name)) @definition.function
(getter_declaration signature: (getter_signature name: (identifier) @name)) @definition.function
(setter_declaration signature: (setter_signature name: (identifier) @name)) @definition.function
(local_function_declaration (function_signature name: (identifier) @name)) @definition.function
(static_final_declaration name: (identifier) @name) @definition.constant
(initialized_identifier (identifier) @name) @definition.constant

(import_specification uri: (_) @import.module) @import
(library_export uri: (_) @import.module) @import

(call_expression function: (identifier) @reference.call)
(type_identifier) @reference.type

(comment) @leading
(documentation_comment) @leading
(annotation) @leading

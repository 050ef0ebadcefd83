; Kotlin. The receiver of an extension is its scope.

(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration name: (identifier) @name) @definition.class
(object_declaration name: (identifier) @name) @definition.class
(companion_object name: (identifier) @name) @definition.class
(companion_object "companion" @name !name) @definition.class
(function_declaration name: (identifier) @name) @definition.function
(function_declaration (user_type (identifier) @scope) . "." name: (identifier) @name) @definition.method
(secondary_constructor "constructor" @name) @definition.method
(type_alias type: (identifier) @name) @definition.type
(enum_entry (identifier) @name) @definition.constant
(property_declaration (variable_declaration (identifier) @name) (#set! outside "function")) @definition.constant

(import (qualified_identifier) @import.module) @import
(import (qualified_identifier) @import.module "*" @import.name) @import

(call_expression . (identifier) @reference.call)
(call_expression . (navigation_expression (identifier) @reference.call .))
(user_type (identifier) @reference.type)
(constructor_invocation (user_type (identifier) @reference.call))

(line_comment) @leading
(block_comment) @leading

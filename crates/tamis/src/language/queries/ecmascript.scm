; What JavaScript and TypeScript share.

(function_declaration name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.method

(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(program (export_statement declaration:
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)))
(program (export_statement declaration:
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant)))

; exports.x = ..., module.exports.x = ..., Type.prototype.x = function, object.x = function
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @scope property: (property_identifier) @prototype)
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]
  (#eq? @prototype "prototype")) @definition.method
(assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: (class)) @definition.class
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @exports property: (property_identifier) @name)) @definition.constant)
  (#eq? @exports "exports"))
(program (expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @module property: (property_identifier) @exports)
    property: (property_identifier) @name)) @definition.constant)
  (#eq? @module "module") (#eq? @exports "exports"))
(assignment_expression
  left: (member_expression
    object: (identifier) @module property: (property_identifier) @exports)
  right: (function_expression name: (identifier) @name) 
  (#eq? @module "module") (#eq? @exports "exports")) @definition.function

; Functions held by the properties of an object, and those exported without a declaration.
(pair key: (property_identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(export_statement value: (function_expression name: (_) @name)) @definition.function
(export_statement value: (class name: (_) @name)) @definition.class
(export_statement "default" @name value: [(arrow_function) (function_expression !name)]) @definition.function
(export_statement "default" @name value: (class !name)) @definition.class
(export_statement "default" @name value: (object)) @definition.constant
(export_statement "default" @name value: (call_expression)) @definition.constant

(import_statement source: (string) @import.module) @import
(import_statement (import_clause (identifier) @import.name) source: (string) @import.module) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @import.name)))
  source: (string) @import.module) @import
(export_statement source: (string) @import.module) @import
(export_statement "*" @import.name . "from" source: (string) @import.module) @import
(export_statement
  (export_clause (export_specifier name: (identifier) @import.name)) source: (string) @import.module) @import
(variable_declarator
  name: (identifier) @ignored
  value: (call_expression function: (identifier) @require arguments: (arguments . (string) @import.module .)) @import
  (#eq? @require "require"))
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern key: (property_identifier) @import.name)])
  value: (call_expression function: (identifier) @require arguments: (arguments . (string) @import.module .)) @import
  (#eq? @require "require"))
(call_expression function: (identifier) @require arguments: (arguments . (string) @import.module .)
  (#eq? @require "require")) @import
(call_expression function: (import) arguments: (arguments . (string) @import.module)) @import

(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression property: (_) @reference.call))
(new_expression constructor: (identifier) @reference.call)
(new_expression constructor: (member_expression property: (_) @reference.call))
(decorator (identifier) @reference.call)

(comment) @leading
(decorator) @leading

; Python. Decorators stand above the definition they belong to.

(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name) @definition.function
(module (expression_statement (assignment left: (identifier) @name)) @definition.constant)
(module (type_alias_statement left: (type (identifier) @name)) @definition.type)
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @definition.constant))

(import_statement name: (dotted_name) @import.module) @import
(import_statement name: (aliased_import name: (dotted_name) @import.module)) @import
(import_from_statement module_name: (_) @import.module) @import
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name) @import
(import_from_statement module_name: (_) @import.module name: (aliased_import name: (dotted_name) @import.name)) @import
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.name) @import

(call function: (identifier) @reference.call)
(call function: (attribute attribute: (identifier) @reference.call))
(decorator (identifier) @reference.call)
(decorator (attribute attribute: (identifier) @reference.call))
(type (identifier) @reference.type)
(type (generic_type (identifier) @reference.type))
(type (attribute attribute: (identifier) @reference.type))
(class_definition superclasses: (argument_list (identifier) @reference.type))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @reference.type)))
(except_clause (identifier) @reference.type)

(comment) @leading
(decorator) @leading

; Haskell. The equations of a function are one definition, its signature above included.

(data_type name: (_) @name) @definition.class
(newtype name: (_) @name) @definition.class
(type_synonym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(class name: (_) @name) @definition.interface
(instance name: (_) @name) @definition.module
(class_declarations (signature name: (_) @name) @definition.method)
(instance_declarations (function name: (variable) @name (#set! clauses "joined")) @definition.method)
(instance_declarations (bind name: (variable) @name) @definition.method)
(declarations (function name: (variable) @name (#set! clauses "joined")) @definition.function)
(declarations (bind name: (variable) @name) @definition.function)
(data_constructor constructor: (prefix name: (constructor) @name)) @definition.constant
(data_constructor constructor: (record name: (constructor) @name)) @definition.constant

(import module: (module) @import.module) @import
(import module: (module) @import.module names: (import_list name: (import_name variable: (variable) @import.name))) @import
(import module: (module) @import.module names: (import_list name: (import_name type: (name) @import.name))) @import

(apply function: (variable) @reference.call)
(apply function: (qualified id: (variable) @reference.call))
(infix operator: (operator) . right_operand: (variable) @reference.call)
(apply function: (constructor) @reference.call)
(name) @reference.type

(comment) @leading
(haddock) @leading
(declarations (signature) @leading)

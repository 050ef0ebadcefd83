; Erlang. The clauses of a function are one definition, its specification above included.

(module_attribute name: (_) @name) @definition.module
(fun_decl clause: (function_clause name: (_) @name) (#set! clauses "joined")) @definition.function
(record_decl name: (_) @name) @definition.class
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro
(type_alias name: (type_name name: (_) @name)) @definition.type
(opaque name: (type_name name: (_) @name)) @definition.type
(callback fun: (_) @name) @definition.method

(import_attribute module: (_) @import.module funs: (fa fun: (_) @import.name)) @import
(behaviour_attribute name: (_) @import.module) @import
(pp_include file: (_) @import.module) @import
(pp_include_lib file: (_) @import.module) @import

(call expr: (atom) @reference.call)
(call expr: (remote fun: (atom) @reference.call))
(record_expr name: (record_name name: (_) @reference.type))

(comment) @leading
(spec) @leading

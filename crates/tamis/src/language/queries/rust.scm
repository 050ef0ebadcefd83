; Rust. An impl block is a module named after its type.

(impl_item type: (type_identifier) @name) @definition.module
(impl_item type: (generic_type type: (type_identifier) @name)) @definition.module
(impl_item type: (scoped_type_identifier name: (type_identifier) @name)) @definition.module
(impl_item type: (generic_type type: (scoped_type_identifier name: (type_identifier) @name))) @definition.module
(impl_item type: (reference_type type: (type_identifier) @name)) @definition.module

(impl_item body: (declaration_list (function_item name: (_) @name) @definition.method))
(trait_item body: (declaration_list (function_item name: (_) @name) @definition.method))
(trait_item body: (declaration_list (function_signature_item name: (_) @name) @definition.method))
(function_item name: (_) @name) @definition.function
(function_signature_item name: (_) @name) @definition.function

(struct_item name: (_) @name) @definition.class
(enum_item name: (_) @name) @definition.class
(union_item name: (_) @name) @definition.class
(trait_item name: (_) @name) @definition.interface
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
(mod_item name: (_) @name body: (_)) @definition.module
(macro_definition name: (_) @name) @definition.macro

(source_file (const_item name: (_) @name) @definition.constant)
(source_file (static_item name: (_) @name) @definition.constant)
(declaration_list (const_item name: (_) @name) @definition.constant)
(declaration_list (static_item name: (_) @name) @definition.constant)

(use_declaration argument: (_) @import.module) @import
(mod_item name: (_) @import.module !body (#set! import.prefix "self::")) @import
(extern_crate_declaration name: (_) @import.module) @import

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (_) @reference.call))
(call_expression function: (scoped_identifier name: (_) @reference.call))
(generic_function function: (identifier) @reference.call)
(generic_function function: (field_expression field: (_) @reference.call))
(generic_function function: (scoped_identifier name: (_) @reference.call))
(macro_invocation macro: (identifier) @reference.call)
(macro_invocation macro: (scoped_identifier name: (_) @reference.call))
(scoped_identifier path: (identifier) @reference.type)
(struct_expression name: (type_identifier) @reference.type)
(type_identifier) @reference.type

; Items inside a macro such as `cfg_feature! { ... }`.
(source_file (macro_invocation (token_tree) @nested))
(source_file (expression_statement (macro_invocation (token_tree) @nested)))
(declaration_list (macro_invocation (token_tree) @nested))

(line_comment) @leading
(block_comment) @leading
(attribute_item) @leading

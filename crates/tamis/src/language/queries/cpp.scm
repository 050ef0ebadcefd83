; C++, beside what it shares with C.

(template_declaration) @around

(declaration declarator: [
  (function_declarator declarator: [(operator_name) (destructor_name)] @name)
  (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name))
  ] (#set! outside "function")) @definition.function
(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) (operator_name)] @name)
  (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @definition.method

(declaration declarator: (init_declarator declarator: (identifier) @name value: (lambda_expression))
  (#set! outside "function")) @definition.function

(class_specifier name: [
  (type_identifier) @name
  (template_type name: (_) @name)
  (qualified_identifier name: (type_identifier) @name)
  ] body: (_)) @definition.class
(struct_specifier name: [
  (template_type name: (_) @name)
  (qualified_identifier name: (type_identifier) @name)
  ] body: (_)) @definition.class
(namespace_definition name: (_) @name) @definition.module
(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.interface

(call_expression function: (qualified_identifier name: (identifier) @reference.call))
(call_expression function: (qualified_identifier name: (qualified_identifier name: (identifier) @reference.call)))
(call_expression function: (qualified_identifier name: (template_function name: (identifier) @reference.call)))
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression function: (field_expression field: (template_method name: (field_identifier) @reference.call)))

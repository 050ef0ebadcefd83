; JavaScript, beside what it shares with TypeScript.

(field_definition property: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
(field_definition property: (_) @name) @definition.constant
(class_heritage (identifier) @reference.type)
(class_heritage (member_expression property: (_) @reference.type))

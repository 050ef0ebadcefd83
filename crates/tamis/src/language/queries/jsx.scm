; Elements of a markup expression refer to the components they are named after.

(jsx_opening_element name: (identifier) @reference.call)
(jsx_opening_element name: (member_expression property: (_) @reference.call))
(jsx_self_closing_element name: (identifier) @reference.call)
(jsx_self_closing_element name: (member_expression property: (_) @reference.call))

; CSS: rules are sections named by their selectors.

(rule_set (selectors) @name) @definition.section
(keyframes_statement (keyframes_name) @name) @definition.section
(stylesheet (media_statement (_) @name (block)) @definition.section)

(import_statement [(string_value) (call_expression (arguments (_)))] @import.module) @import

(comment) @leading

; HCL and Terraform: a block is named by its last label, or by its kind when it has none.

(config_file (body (block (string_lit) @name . (block_start)) @definition.section))
(config_file (body (block . (identifier) @name . (block_start)) @definition.section))
(config_file (body (attribute . (identifier) @name) @definition.constant))
(block . (identifier) @locals (body (attribute . (identifier) @name) @definition.constant) (#eq? @locals "locals"))
(block . (identifier) @module (body (attribute (identifier) @source (expression) @import.module)) @import
  (#eq? @module "module") (#eq? @source "source"))

(function_call . (identifier) @reference.call)

(comment) @leading

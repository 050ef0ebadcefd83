; Ruby.

(class name: [(constant) @name (scope_resolution name: (_) @name)]) @definition.class
(module name: [(constant) @name (scope_resolution name: (_) @name)]) @definition.module
(module body: (body_statement (method name: (_) @name) @definition.method))
(module body: (body_statement (singleton_method name: (_) @name) @definition.method))
(singleton_class body: (body_statement (method name: (_) @name) @definition.method))
(method name: (_) @name) @definition.function
(singleton_method name: (_) @name) @definition.method
(assignment left: (constant) @name) @definition.constant
(alias name: (_) @name) @definition.method
(call method: (identifier) @macro arguments: (argument_list (simple_symbol) @name)
  (#any-of? @macro "attr_accessor" "attr_reader" "attr_writer" "has_many" "has_one" "belongs_to"
    "has_and_belongs_to_many" "scope" "alias_method" "define_method" "delegate" "mattr_accessor"
    "cattr_accessor" "class_attribute")) @definition.method

(call !receiver method: (identifier) @require arguments: (argument_list . (string) @import.module)
  (#any-of? @require "require" "load")) @import
(call !receiver method: (identifier) @require arguments: (argument_list . (string) @import.module)
  (#eq? @require "require_relative") (#set! import.prefix "./")) @import
(call !receiver method: (identifier) @autoload
  arguments: (argument_list . (simple_symbol) @import.name . (string) @import.module)
  (#eq? @autoload "autoload")) @import

(call method: (identifier) @reference.call
  (#not-any-of? @reference.call "require" "require_relative" "include" "extend" "private" "attr_reader" "attr_accessor"))
(call method: (constant) @reference.call)
(constant) @reference.type

(comment) @leading

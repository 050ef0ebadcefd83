; R. A function is what a name is given.

(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "=" "<<-"]
  rhs: (function_definition)) @definition.function
(program (binary_operator lhs: (identifier) @name operator: ["<-" "="]) @definition.constant)
(call function: (identifier) @word arguments: (arguments . argument: (argument value: (string) @name))
  (#any-of? @word "setClass" "R6Class" "setRefClass")) @definition.class
(call function: (identifier) @word arguments: (arguments . argument: (argument value: (string) @name))
  (#any-of? @word "setGeneric" "setMethod" "test_that")) @definition.function

(call function: (identifier) @word arguments: (arguments . argument: (argument value: (_) @import.module))
  (#any-of? @word "library" "require" "source" "requireNamespace")) @import

(call function: (identifier) @reference.call)
(call function: (namespace_operator rhs: (identifier) @reference.call))
(call function: (extract_operator rhs: (identifier) @reference.call))

(comment) @leading

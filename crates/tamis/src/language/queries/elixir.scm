; Elixir: definitions are calls of macros.

(call target: (identifier) @word (arguments . (alias) @name)
  (#any-of? @word "defmodule" "defimpl")) @definition.module
(call target: (identifier) @word (arguments . (alias) @name)
  (#eq? @word "defprotocol")) @definition.interface
(call target: (identifier) @word (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name))
    (binary_operator left: (identifier) @name)])
  (#any-of? @word "def" "defp" "defdelegate" "defguard" "defguardp" "defn" "defnp")) @definition.function
(call target: (identifier) @word (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name))])
  (#any-of? @word "defmacro" "defmacrop")) @definition.macro
(unary_operator operator: "@" operand: (call target: (identifier) @word
    (arguments . (binary_operator left: [
      (call target: (identifier) @name)
      (identifier) @name])))
  (#any-of? @word "type" "typep" "opaque")) @definition.type

(call target: (identifier) @word (arguments . (alias) @import.module)
  (#any-of? @word "alias" "import" "use" "require")) @import
(call target: (identifier) @word (arguments . (dot right: (tuple)) @import.module)
  (#any-of? @word "alias" "import" "use" "require")) @import

(call target: (identifier) @reference.call
  (#not-any-of? @reference.call "def" "defp" "defmodule" "defmacro" "defmacrop" "defimpl" "defprotocol" "defstruct"
    "use" "import" "alias" "require" "doc" "moduledoc" "typedoc" "spec" "type" "quote" "unquote"))
(call target: (dot right: (identifier) @reference.call))
(alias) @reference.type

(comment) @leading
(unary_operator operator: "@" operand: (call target: (identifier) @attribute)
  (#any-of? @attribute "doc" "spec" "impl" "deprecated" "typedoc")) @leading

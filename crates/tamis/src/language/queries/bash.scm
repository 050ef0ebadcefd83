; Bash and other shells.

(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.constant)

(command name: (command_name (word) @source) . argument: (_) @import.module
  (#any-of? @source "source" ".")) @import

(command name: (command_name (word) @reference.call)
  (#not-any-of? @reference.call "source" "." "echo" "cd" "exit" "return" "local" "set" "shift" "printf" "test" "["))

(comment) @leading

; Protocol Buffers.

(message (message_name) @name) @definition.class
(enum (enum_name) @name) @definition.class
(service (service_name) @name) @definition.interface
(rpc (rpc_name) @name) @definition.method
(oneof (identifier) @name) @definition.type
(enum_field . (identifier) @name) @definition.constant

(import path: (_) @import.module) @import

(message_or_enum_type) @reference.type

(comment) @leading

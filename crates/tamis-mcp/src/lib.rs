//! The protocol side of Tamis: tools offered over the Model Context Protocol, on standard streams and over HTTP.
//!
//! Knows the protocol and nothing of retrieval: a [`Server`] is plain values and one function that answers a call. A crate of
//! its own because the SDK's generics are compiled where they are used, and a change of the command line should not pay
//! for them.
//!
//! Reading order: `server` (what is offered), `call` (one call under way), `handler` (the protocol), `life` (when to
//! end), `stdio` and `http` (the two ways in).

mod call;
mod handler;
mod http;
mod life;
mod server;
mod stdio;

pub use call::Call;
pub use http::{Http, serve_http};
pub use server::{Answer, Arguments, Reply, Server, Tool};
pub use stdio::serve_stdio;

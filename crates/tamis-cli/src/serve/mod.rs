//! What `tamis mcp` offers: three tools, each a function from a call's arguments to a reply.
//!
//! Every call opens the repository anew and keeps nothing in memory; what a client comes back to is a saved run. Knows nothing of
//! the protocol, which is the crate `tamis-mcp`.

mod arguments;
mod explain;
mod find;
mod follow_up;
mod reply;
mod roots;
mod tools;

use tamis_mcp::{Arguments, Call, Reply, Server};

use crate::failure::{Failure, Result};
use arguments::Reader;

pub(crate) use roots::Roots;

/// Calls that run at once: each holds an index and uses all cores.
const AT_ONCE: usize = 2;

/// The server for these roots.
pub(crate) fn server(roots: Roots) -> Server {
    Server {
        name: "tamis",
        version: env!("CARGO_PKG_VERSION"),
        instructions: tools::instructions(&roots),
        tools: tools::all(),
        answer: Box::new(move |name, arguments, call| answer(&roots, name, arguments, call)),
        at_once: AT_ONCE,
    }
}

fn answer(roots: &Roots, name: &str, arguments: Arguments, call: &Call) -> Reply {
    tried(roots, name, arguments, call).unwrap_or_else(|failure| Reply::error(sentence(&failure)))
}

fn tried(roots: &Roots, name: &str, arguments: Arguments, call: &Call) -> Result<Reply> {
    let tool = tools::all().into_iter().find(|tool| tool.name == name);
    let tool = tool.ok_or_else(|| Failure::new(format!("there is no tool {name}")))?;
    let reader = Reader::new(&tool, arguments)?;
    match name {
        tools::FIND => find::find(roots, reader, call),
        tools::FOLLOW_UP => follow_up::follow_up(roots, reader, call),
        _ => explain::explain(roots, reader, call),
    }
}

/// A failure as a model reads it.
fn sentence(failure: &Failure) -> String {
    match &failure.hint {
        Some(hint) => format!("error: {}\nhint: {hint}", failure.message),
        None => format!("error: {}", failure.message),
    }
}

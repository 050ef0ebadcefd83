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

use std::path::PathBuf;
use std::time::Duration;

use tamis::engine::Options;
use tamis::query::Task;
use tamis_mcp::{Arguments, Call, Reply, Server, Tool};

use crate::failure::Failure;
use crate::judge::Model;
use crate::settings::Request;
use arguments::Reader;

pub(crate) use roots::Roots;

/// Calls that run at once: each holds an index and uses all cores.
const AT_ONCE: usize = 2;

/// What whoever started the server has decided, and no caller can change.
pub(crate) struct Service {
    /// The folders it answers for.
    pub(crate) roots: Roots,
    /// The model that judges, where the built-in judge is not enough.
    pub(crate) evaluator: Option<Model>,
    /// How long a call may take files into the index: an agent waits less patiently than a person.
    pub(crate) wait: Duration,
}

impl Service {
    /// What a call asks.
    fn request(&self, root: PathBuf, options: Options, task: Task) -> Request {
        let (wait, evaluator) = (Some(self.wait), self.evaluator.clone());
        Request { wait, evaluator, ..Request::new(root, options, task) }
    }
}

/// The server of a service.
pub(crate) fn server(service: Service) -> Server {
    Server {
        name: "tamis",
        version: env!("CARGO_PKG_VERSION"),
        instructions: tools::instructions(&service.roots),
        tools: tools::all(),
        answer: Box::new(move |tool, arguments, call| answer(&service, tool, arguments, call)),
        at_once: AT_ONCE,
    }
}

fn answer(service: &Service, tool: &Tool, arguments: Arguments, call: &Call) -> Reply {
    let tried = Reader::new(tool, arguments).and_then(|reader| match tool.name {
        tools::FIND => find::find(service, reader, call),
        tools::FOLLOW_UP => follow_up::follow_up(service, reader, call),
        _ => explain::explain(service, reader, call),
    });
    tried.unwrap_or_else(|failure| Reply::error(sentence(&failure)))
}

/// A failure as a model reads it: what is a flag on the command line is an argument of the same name here.
fn sentence(failure: &Failure) -> String {
    match &failure.hint {
        Some(hint) => format!("error: {}\nhint: {}", failure.message, hint.replace(" --", " ")),
        None => format!("error: {}", failure.message),
    }
}

//! `tamis mcp`: the same answers for agents, over the Model Context Protocol.

use super::Outcome;
use crate::cli::McpArgs;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::serve;
use crate::settings;

pub(crate) fn run(args: &McpArgs, output: &Output) -> Result<Outcome> {
    let settings = settings::of_mcp(args)?;
    let server = serve::server(settings.service);
    let served = match settings.http {
        None => tamis_mcp::serve_stdio(server, settings.idle),
        Some(http) => {
            let ready = |address| output.note(&format!("listening at http://{address}/mcp"));
            tamis_mcp::serve_http(server, http, settings.idle, ready)
        }
    };
    served.map(|()| Outcome::Found).map_err(|error| Failure::new(format!("cannot serve: {error}")))
}

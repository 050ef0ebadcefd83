//! The protocol: what is there, and one call from request to result.
//!
//! `initialize` and `tools/list` are answered from values, whatever runs; a call runs on a thread of its own.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorCode,
    Implementation, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities,
    ServerConfig, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::call::{Call, was_unwanted};
use crate::life::Life;
use crate::server::{Reply, Server, Tool};

/// A call is said to be under way after so long, and again each time as much has passed.
const PATIENCE: Duration = Duration::from_secs(1);

/// A server as the SDK drives it; cheap to clone, one for each connection.
#[derive(Clone)]
pub(crate) struct Handler {
    server: Arc<Server>,
    listed: Arc<[rmcp::model::Tool]>,
    turns: Arc<Semaphore>,
    life: Life,
}

impl Handler {
    pub(crate) fn new(server: Server, life: Life) -> Handler {
        let turns = Arc::new(Semaphore::new(server.at_once.max(1)));
        let listed = server.tools.iter().map(listed).collect();
        Handler { server: Arc::new(server), listed, turns, life }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new(self.server.name, self.server.version))
            .with_instructions(self.server.instructions.clone())
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.listed.to_vec()))
    }

    /// What the SDK could not read: an unknown method, or a known one whose parameters are of another form.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(match request.method.as_str() {
            "tools/call" => ErrorData::invalid_params("tools/call takes a `name` and `arguments`, an object", None),
            "tools/list" | "ping" => ErrorData::invalid_params(format!("{} takes an object", request.method), None),
            unknown => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {unknown}"), None),
        })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(place) = self.server.tools.iter().position(|tool| tool.name == request.name) else {
            let names: Vec<&str> = self.server.tools.iter().map(|tool| tool.name).collect();
            let text = format!("there is no tool {}; the tools are {}", request.name, names.join(", "));
            return Err(ErrorData::invalid_params(text, None));
        };
        let _running = self.life.running();
        let turn = tokio::select! {
            turn = Arc::clone(&self.turns).acquire_owned() => turn,
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let (call, stage) = Call::new(context.ct.clone());
        let server = Arc::clone(&self.server);
        let work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            (server.answer)(&server.tools[place], request.arguments.unwrap_or_default(), &call)
        });
        match finished(work, stage, &context).await {
            Ok(reply) => Ok(result(reply).into()),
            Err(panic) if was_unwanted(panic.as_ref()) => Err(cancelled()),
            Err(_) => {
                Ok(result(Reply::error("the call failed inside Tamis; this is a defect, please report it")).into())
            }
        }
    }
}

/// Waits for a call, telling a client that asked for it how far it is.
async fn finished(
    mut work: JoinHandle<Reply>,
    stage: watch::Receiver<String>,
    context: &RequestContext<RoleServer>,
) -> Result<Reply, Box<dyn std::any::Any + Send>> {
    let token = context.meta.get_progress_token();
    let since = Instant::now();
    let mut tick = tokio::time::interval_at(since + PATIENCE, PATIENCE);
    loop {
        tokio::select! {
            done = &mut work => return done.map_err(|error| match error.try_into_panic() {
                Ok(panic) => panic,
                Err(error) => Box::new(error),
            }),
            _ = tick.tick() => {
                let Some(token) = token.clone().filter(|_| !context.ct.is_cancelled()) else { continue };
                let seconds = since.elapsed().as_secs_f64().round();
                let message = stage.borrow().clone();
                // A client that is gone cannot be told; its call ends by itself.
                let _ = context.peer.notify_progress(ProgressNotificationParam::new(token, seconds).with_message(message)).await;
            }
        }
    }
}

fn listed(tool: &Tool) -> rmcp::model::Tool {
    let hints = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    rmcp::model::Tool::new(tool.name, tool.description, tool.input.clone())
        .with_title(tool.title)
        .with_raw_output_schema(Arc::new(tool.output.clone()))
        .with_annotations(hints)
}

fn result(reply: Reply) -> CallToolResult {
    let content = vec![ContentBlock::text(reply.text)];
    let Some(structured) = reply.structured else { return CallToolResult::error(content) };
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(structured);
    result
}

fn cancelled() -> ErrorData {
    ErrorData::internal_error("cancelled", None)
}

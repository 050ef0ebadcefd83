//! Standard streams: one client, the process that started this one.

use std::io;
use std::time::Duration;

use rmcp::ServiceExt;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::handler::Handler;
use crate::life::{Life, Watched, orphaned};
use crate::server::Server;

/// After the end of input, answers under way have so long to be sent.
const GRACE: Duration = Duration::from_millis(1500);

/// Serves the client on standard input and output until its input ends, its process is gone, or nothing was asked for `idle`.
pub fn serve_stdio(server: Server, idle: Option<Duration>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (reader, writer) = rmcp::transport::io::stdio_pipes();
        tokio::select! {
            () = serve(server, reader, writer, idle) => {}
            () = orphaned() => {}
        }
    });
    // A read of standard input and a call that does not look up cannot be waited for.
    runtime.shutdown_background();
    Ok(())
}

/// Serves one client on a pair of streams.
pub(crate) async fn serve<R, W>(server: Server, reader: R, writer: W, idle: Option<Duration>)
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let life = Life::new();
    let (reader, ended) = Watched::new(reader, life.clone());
    let handler = Handler::new(server, life.clone());
    let served = async {
        // A client that never begins the protocol, or breaks it, is one that is gone.
        if let Ok(service) = handler.serve((reader, writer)).await {
            let _ = service.waiting().await;
        }
    };
    let left = async {
        ended.notified().await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        () = served => {}
        () = left => {}
        () = life.idle(idle) => {}
    }
}

//! Streamable HTTP, for clients that do not start a process of their own. Stateless: what a client comes back to is on disk.
//!
//! `Host` must be a loopback name, the address that is listened at or a name that is allowed, an `Origin` a loopback one, so that
//! no page in a browser can reach the server; a token, where there is one, is asked of everybody.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};

use crate::handler::Handler;
use crate::life::Life;
use crate::server::Server;

/// How to listen.
#[derive(Clone, Debug)]
pub struct Http {
    /// The address and port; port 0 for any that is free.
    pub address: SocketAddr,
    /// Names beside the loopback ones and the address itself by which clients may call the server.
    pub hosts: Vec<String>,
    /// What a client must present; needed for any address but a loopback one.
    pub token: Option<String>,
}

/// Where the protocol is served.
const PATH: &str = "/mcp";
/// A client that does not finish its headers in this time is let go.
const HEADERS: Duration = Duration::from_secs(10);
/// Largest request, in bytes: a task, and what stands around it.
const LARGEST: usize = 1 << 20;
/// The type of a message.
const JSON: &str = "application/json";
/// Names of this machine in a `Host` or an `Origin`.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

type Service = StreamableHttpService<Handler, NeverSessionManager>;
type Body = http_body_util::combinators::BoxBody<hyper::body::Bytes, Infallible>;

/// Serves any number of clients until nothing was asked for `idle`; tells `ready` the address once it listens.
pub fn serve_http(
    server: Server,
    http: Http,
    idle: Option<Duration>,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listening = runtime.block_on(async {
        let listener = TcpListener::bind(http.address).await?;
        ready(listener.local_addr()?);
        let life = Life::new();
        let door = Arc::new(Door::new(Handler::new(server, life.clone()), http, life.clone()));
        tokio::select! {
            () = accept(listener, door) => {}
            () = life.idle(idle) => {}
        }
        Ok(())
    });
    runtime.shutdown_background();
    listening
}

async fn accept(listener: TcpListener, door: Arc<Door>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => _ = tokio::spawn(converse(stream, Arc::clone(&door))),
            // Out of descriptors, or a client that left at once: the next one may do better.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn converse(stream: TcpStream, door: Arc<Door>) {
    let service = service_fn(|request| {
        let door = Arc::clone(&door);
        async move { Ok::<_, Infallible>(door.answer(request).await) }
    });
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEADERS);
    // A broken connection is the client's business.
    let _ = protocol.serve_connection(TokioIo::new(stream), service).await;
}

/// Who may come in.
struct Door {
    service: Service,
    token: Option<String>,
    life: Life,
}

impl Door {
    fn new(handler: Handler, http: Http, life: Life) -> Door {
        let own = Some(http.address.ip()).filter(|ip| !ip.is_unspecified()).map(|ip| match ip {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        });
        let hosts: Vec<String> = LOOPBACK.iter().map(ToString::to_string).chain(own).chain(http.hosts).collect();
        let origins: Vec<String> = LOOPBACK.iter().map(|host| format!("http://{host}:*")).collect();
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_allowed_hosts(hosts)
            .with_allowed_origins(origins)
            .with_max_request_body_bytes(LARGEST);
        let service = Service::new(move || Ok(handler.clone()), Arc::default(), config);
        Door { service, token: http.token, life }
    }

    async fn answer(&self, request: Request<Incoming>) -> hyper::Response<Body> {
        self.life.stir();
        if request.uri().path() != PATH {
            return refusal(StatusCode::NOT_FOUND, "the protocol is served at /mcp\n");
        }
        if !self.admits(&request) {
            return refusal(StatusCode::UNAUTHORIZED, "present the token: Authorization: Bearer TOKEN\n");
        }
        let is_json =
            request.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(JSON.as_bytes()));
        let response = self.service.handle(request).await;
        // So the SDK answers to a body of the right kind that it cannot take for a message.
        if is_json && response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            return no_message();
        }
        response
    }

    fn admits(&self, request: &Request<Incoming>) -> bool {
        let Some(token) = &self.token else { return true };
        let given = request.headers().get(AUTHORIZATION).map(HeaderValue::as_bytes);
        given.and_then(|value| value.strip_prefix(b"Bearer ")).is_some_and(|given| same(given, token.as_bytes()))
    }
}

/// Whether two secrets are equal, in a time that does not tell where they differ.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// The protocol's own error for a body that is no message.
fn no_message() -> hyper::Response<Body> {
    let mut response = refusal(
        StatusCode::BAD_REQUEST,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the body is not one message of JSON-RPC; batches are not taken, send one after another"}}"#,
    );
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
    response
}

fn refusal(status: StatusCode, text: &'static str) -> hyper::Response<Body> {
    let mut response = hyper::Response::new(Body::new(text.to_owned()));
    *response.status_mut() = status;
    response
}

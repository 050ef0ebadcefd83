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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread::sleep;
    use std::time::Instant;

    use serde_json::{Map, Value, json};
    use tokio::io::{
        AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split,
    };
    use tokio::task::JoinHandle;

    use super::*;
    use crate::{Call, Reply, Tool};

    /// A client, and the server it talks to.
    struct Client {
        lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
        input: WriteHalf<DuplexStream>,
        served: JoinHandle<()>,
    }

    impl Client {
        fn start(server: Server, idle: Option<Duration>) -> Client {
            let (ours, theirs) = duplex(1 << 16);
            let (reader, writer) = split(theirs);
            let served = tokio::spawn(serve(server, reader, writer, idle));
            let (reader, input) = split(ours);
            Client { lines: BufReader::new(reader).lines(), input, served }
        }

        async fn ready(server: Server) -> Client {
            let mut client = Client::start(server, None);
            let about = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
            client.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": about})).await;
            assert_eq!(client.read().await["result"]["protocolVersion"], "2025-11-25");
            client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
            client
        }

        async fn send(&mut self, message: &Value) {
            self.input.write_all(format!("{message}\n").as_bytes()).await.unwrap();
        }

        async fn call(&mut self, id: u32, tool: &str, meta: Value) {
            let params = json!({"name": tool, "arguments": {}, "_meta": meta});
            self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
        }

        async fn read(&mut self) -> Value {
            let line = tokio::time::timeout(Duration::from_secs(20), self.lines.next_line()).await;
            serde_json::from_str(&line.expect("the server is silent").unwrap().expect("the server is gone")).unwrap()
        }
    }

    /// A server with one tool.
    fn server(at_once: usize, answer: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> Server {
        let tool = Tool { name: "work", title: "Work", description: "Works", input: Map::new(), output: Map::new() };
        Server {
            name: "test",
            version: "1",
            instructions: String::new(),
            tools: vec![tool],
            answer: Box::new(move |_, _, call| answer(call)),
            at_once,
        }
    }

    fn done() -> Reply {
        Reply { text: "done".to_owned(), structured: Some(json!({})) }
    }

    /// Works until nobody wants it; counts how many do.
    fn endless(working: Arc<AtomicUsize>) -> impl Fn(&Call) -> Reply {
        struct Leaves(Arc<AtomicUsize>);
        impl Drop for Leaves {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }
        move |call| {
            working.fetch_add(1, Ordering::SeqCst);
            let _leaves = Leaves(Arc::clone(&working));
            loop {
                call.at("still working");
                sleep(Duration::from_millis(5));
            }
        }
    }

    async fn wait_for(count: &AtomicUsize, wanted: usize) {
        let since = Instant::now();
        while count.load(Ordering::SeqCst) != wanted {
            assert!(since.elapsed() < Duration::from_secs(10), "{} work", count.load(Ordering::SeqCst));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_and_the_server_lives() {
        let mut client = Client::ready(server(1, |_| panic!("on purpose"))).await;
        for id in 1..3 {
            client.call(id, "work", json!({})).await;
            let answer = client.read().await;
            assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(id), &json!(true)), "{answer}");
        }
    }

    #[tokio::test]
    async fn a_cancelled_call_stops_working_and_gives_its_turn_away() {
        let working = Arc::new(AtomicUsize::new(0));
        let mut client = Client::ready(server(1, endless(Arc::clone(&working)))).await;
        client.call(1, "work", json!({})).await;
        client.call(2, "work", json!({})).await;
        wait_for(&working, 1).await;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})).await;
        client.send(&json!({"jsonrpc": "2.0", "id": 3, "method": "tools/list"})).await;
        assert_eq!(client.read().await["id"], 3, "a cancelled call is not answered");
        wait_for(&working, 1).await;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}})).await;
        wait_for(&working, 0).await;
    }

    #[tokio::test]
    async fn a_client_that_is_gone_stops_its_calls_and_its_server() {
        let working = Arc::new(AtomicUsize::new(0));
        let mut client = Client::ready(server(2, endless(Arc::clone(&working)))).await;
        client.call(1, "work", json!({})).await;
        client.call(2, "work", json!({})).await;
        wait_for(&working, 2).await;
        let Client { lines, input, served } = client;
        drop((lines, input));
        tokio::time::timeout(Duration::from_secs(2), served).await.expect("it ends in time").unwrap();
        wait_for(&working, 0).await;
    }

    #[tokio::test]
    async fn a_long_call_says_that_it_is_under_way_to_a_client_that_asks() {
        let slow = |call: &Call| {
            call.at("7 files read");
            sleep(Duration::from_millis(2500));
            done()
        };
        let mut client = Client::ready(server(1, slow)).await;
        client.call(1, "work", json!({"progressToken": "p"})).await;
        for seconds in [1.0, 2.0] {
            let told = client.read().await;
            assert_eq!(told["method"], "notifications/progress", "{told}");
            let wanted = json!({"progressToken": "p", "progress": seconds, "message": "7 files read"});
            assert_eq!(told["params"], wanted);
        }
        assert_eq!(client.read().await["result"]["content"][0]["text"], "done");
        client.call(2, "work", json!({})).await;
        assert_eq!(client.read().await["id"], 2, "nobody else is told");
    }

    #[tokio::test]
    async fn what_is_there_is_said_while_calls_run() {
        let working = Arc::new(AtomicUsize::new(0));
        let mut client = Client::ready(server(1, endless(Arc::clone(&working)))).await;
        for id in 1..9 {
            client.call(id, "work", json!({})).await;
        }
        wait_for(&working, 1).await;
        let since = Instant::now();
        client.send(&json!({"jsonrpc": "2.0", "id": 9, "method": "tools/list"})).await;
        assert_eq!(client.read().await["result"]["tools"][0]["name"], "work");
        assert!(since.elapsed() < Duration::from_millis(300));
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_nobody_asks_ends() {
        let since = tokio::time::Instant::now();
        let client = Client::start(server(1, |_| done()), Some(Duration::from_secs(30 * 60)));
        client.served.await.unwrap();
        let minutes = since.elapsed().as_secs() / 60;
        assert!((30..32).contains(&minutes), "{minutes}");
    }
}

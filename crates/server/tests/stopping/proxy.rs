//! A small proxy before two nodes: a new connection goes to one of those that were ready at the last look, in turn, and
//! nothing is tried twice.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

use crate::node::is_ready;

/// How often it looks at `/readyz`.
const LOOKS_EVERY: Duration = Duration::from_millis(100);

pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    _working: JoinSet<()>,
}

impl Proxy {
    pub(crate) async fn start(nodes: [SocketAddr; 2]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let ready = Arc::new([AtomicBool::new(true), AtomicBool::new(true)]);
        let mut working = JoinSet::new();
        for (at, node) in nodes.into_iter().enumerate() {
            let ready = Arc::clone(&ready);
            working.spawn(async move {
                loop {
                    let now = tokio::task::spawn_blocking(move || is_ready(node)).await.unwrap();
                    ready[at].store(now, Ordering::Relaxed);
                    tokio::time::sleep(LOOKS_EVERY).await;
                }
            });
        }
        working.spawn(async move {
            let turn = AtomicUsize::new(0);
            let mut carrying = JoinSet::new();
            while let Ok((mut near, _)) = listener.accept().await {
                let first = turn.fetch_add(1, Ordering::Relaxed);
                let Some(at) = (first..first + 2).find(|at| ready[at % 2].load(Ordering::Relaxed)) else {
                    continue;
                };
                let node = nodes[at % 2];
                carrying.spawn(async move {
                    if let Ok(mut far) = TcpStream::connect(node).await {
                        let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                    }
                });
                while carrying.try_join_next().is_some() {}
            }
        });
        Proxy { address, _working: working }
    }
}

/// A client that keeps its connections, as browsers do, or opens one for each request, as a page's first one does.
pub(crate) fn client(keeps_connections: bool) -> reqwest::Client {
    // Nothing here is encrypted; the client wants to know how all the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = reqwest::Client::builder().timeout(Duration::from_secs(60));
    let idle = if keeps_connections { usize::MAX } else { 0 };
    builder.pool_max_idle_per_host(idle).build().unwrap()
}

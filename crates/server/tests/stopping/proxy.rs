//! A small proxy in front of two nodes: new connections go in turn to the nodes that were ready at the last check, without
//! retries.

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

/// The interval of checks of `/readyz`.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

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
                    tokio::time::sleep(CHECK_INTERVAL).await;
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

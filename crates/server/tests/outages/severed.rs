//! A proxy to a database, whose connections can be cut.

use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};

pub(crate) struct Severable {
    /// The database's address through the proxy.
    pub(crate) url: String,
    severed: watch::Sender<bool>,
    _carrying: JoinSet<()>,
}

impl Severable {
    /// A proxy to the database at this address, `postgres://user@host:port/name`.
    pub(crate) async fn to(url: &str) -> Self {
        let authority = url.split_once("://").unwrap().1.split('/').next().unwrap();
        let host = authority.rsplit('@').next().unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = listener.local_addr().unwrap().to_string();
        let (severed, cut) = watch::channel(false);
        let mut carrying = JoinSet::new();
        let own_url = url.replacen(&host, &near, 1);
        carrying.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((mut near, _)) = listener.accept().await {
                if *cut.borrow() {
                    continue;
                }
                let (host, mut cut) = (host.clone(), cut.clone());
                connections.spawn(async move {
                    let mut far = TcpStream::connect(host).await.unwrap();
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                        _ = cut.wait_for(|cut| *cut) => {}
                    }
                });
            }
        });
        Severable { url: own_url, severed, _carrying: carrying }
    }

    /// Closes all connections, and from now on each new one at once after it was accepted.
    pub(crate) fn sever(&self) {
        self.severed.send_replace(true);
    }
}

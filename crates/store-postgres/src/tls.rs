//! TLS connections to the database, with rustls.

use std::{
    io,
    path::Path,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::future::BoxFuture;
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject as _},
};
use sideout_store::StoreError;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::{
    Socket,
    config::SslMode,
    tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream},
};
use tokio_rustls::{TlsConnector, client};

/// Opens encrypted connections and always checks the server's certificate and name.
#[derive(Clone)]
pub(crate) struct Tls {
    config: Arc<ClientConfig>,
}

impl Tls {
    /// Trusts the authorities in `roots`, or those of the system. Connections that are not encrypted (`mode`) need none; to
    /// read the system's would delay each start.
    pub(crate) fn new(roots: Option<&Path>, mode: SslMode) -> Result<Self, StoreError> {
        let wrong = |what: &str, error: &dyn std::fmt::Display| {
            StoreError::Unavailable(format!("certificates for the database: {what}: {error}"))
        };
        let certificates: Vec<CertificateDer<'static>> = match roots {
            Some(file) => {
                CertificateDer::pem_file_iter(file).and_then(Iterator::collect).map_err(|error| {
                    let advice = format!("{error}; check database.root_certificates");
                    wrong(&file.display().to_string(), &advice)
                })?
            }
            None if mode == SslMode::Disable => Vec::new(),
            None => rustls_native_certs::load_native_certs().certs,
        };
        let mut store = RootCertStore::empty();
        let (_, ignored) = store.add_parsable_certificates(certificates);
        if ignored > 0 {
            tracing::debug!(ignored, "ignored certificate authorities that rustls cannot read");
        }
        let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| wrong("protocol versions", &error))?
            .with_root_certificates(store)
            .with_no_client_auth();
        Ok(Tls { config: Arc::new(config) })
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = TlsTo;
    type Error = rustls::pki_types::InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<TlsTo, Self::Error> {
        Ok(TlsTo {
            host: ServerName::try_from(host)?.to_owned(),
            connector: TlsConnector::from(Arc::clone(&self.config)),
        })
    }
}

/// The handshake with one host.
pub(crate) struct TlsTo {
    host: ServerName<'static>,
    connector: TlsConnector,
}

impl TlsConnect<Socket> for TlsTo {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Encrypted>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            self.connector.connect(self.host, socket).await.map(|stream| Encrypted(Box::new(stream)))
        })
    }
}

/// The encrypted stream.
pub(crate) struct Encrypted(Box<client::TlsStream<Socket>>);

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        // SCRAM without channel binding: the certificate is checked, which is what the binding would prove.
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

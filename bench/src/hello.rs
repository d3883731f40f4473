//! The baseline: a server of axum alone on this machine.

use std::net::SocketAddr;

use axum::{Router, routing::get};

use crate::failure::Failure;

/// Serves five bytes on two worker threads until the process ends.
pub(crate) fn serve(listen: SocketAddr) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(listen).await?;
        axum::serve(listener, Router::new().route("/hello", get(async || "hello"))).await?;
        Ok(())
    })
}

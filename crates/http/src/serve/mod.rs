//! The accept loop. That of axum has no timeouts: a client that sends nothing, or one byte now and then, keeps its
//! connection forever (tokio-rs/axum 2741).

mod accept_loop;
mod connection;
mod connection_limit;
mod connection_state;
mod open_stream;
mod request_body;
mod watched_stream;

pub use accept_loop::serve;

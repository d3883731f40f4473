//! Our own accept loop. The usual one has no timeouts: a client that sends nothing, or one byte now and then, keeps its
//! connection forever (tokio-rs/axum 2741).

mod accept_loop;
mod admission;
mod answer_body;
mod connection;
mod request_body;
mod vitals;
mod watched_stream;

pub use accept_loop::serve;

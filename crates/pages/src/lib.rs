//! Renders pages with the web app's own components: their JavaScript runs in an embedded engine, on a thread of its own,
//! within bounds of time and memory. docs/decisions/0006-pages-drawn-by-the-server.md says why.

mod js_engine;
mod limits;
mod renderer;

pub use limits::Limits;
pub use renderer::{MakeEngine, Render, RenderError, Renderer};

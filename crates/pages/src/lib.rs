//! Renders pages with the web app's own components: their JavaScript runs in an embedded engine, on its own thread,
//! within limits of time and memory. Reasons: docs/decisions/0006-pages-rendered-by-the-server.md.

mod js_engine;
mod limits;
mod renderer;

pub use limits::Limits;
pub use renderer::{MakeEngine, Render, RenderError, Renderer};

//! Pages that arrive with their content: drawn from the web app's own components, kept, and squeezed once.
//! docs/decisions/0006-pages-drawn-by-the-server.md says why; web/src/server is what draws.

mod drawn_pages;
mod facts;
mod kept_page;
mod language;
mod robots;
mod screen;
mod sitemap;

pub(crate) use drawn_pages::Pages;
pub(crate) use robots::robots;
pub(crate) use sitemap::sitemap;

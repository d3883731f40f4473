//! Pages that arrive with their content: rendered from the web app's own components, cached and compressed once.
//! docs/decisions/0006-pages-rendered-by-the-server.md says why; web/src/server is the code that renders.

mod cached_page;
mod language;
mod page_data;
mod rendered_pages;
mod robots;
mod screen;
mod sitemap;

pub(crate) use rendered_pages::Pages;
pub(crate) use robots::robots;
pub(crate) use sitemap::sitemap;

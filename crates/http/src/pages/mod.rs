//! Pages that arrive with their content: rendered from the web app's own components, cached and compressed once.
//! docs/decisions/0006-pages-rendered-by-the-server.md says why; web/src/server is the code that renders.

mod cached_page;
mod language;
mod page_data;
mod rendered_pages;
mod screen;

pub(crate) use cached_page::CachedPage;
pub(crate) use language::language_of;
pub(crate) use page_data::{PageData, text_of};
pub(crate) use rendered_pages::{COMPARE_AFTER, Pages, compared_within};
pub(crate) use screen::{Content, Screen};

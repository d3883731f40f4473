//! What browsers and search engines request outside of the API: the web app's pages and files.

mod find_page;
mod find_page_data;
pub(crate) mod robots;
pub(crate) mod serve_page;
pub(crate) mod sitemap;

//! The data of a page: responses of the API, as text and without the time.

use bytes::Bytes;

use super::screen::Screen;
use crate::wire::api_error::ApiError;

/// The responses that a page shows. Two pages with equal data are equal.
#[derive(PartialEq, Eq)]
pub(crate) struct PageData {
    /// app-config with the time `""`.
    pub(crate) config: String,
    /// The venues of getvenue; `null` for a page that shows none.
    pub(crate) venues: String,
    /// The responses of gettimeslots for the venues that the page shows, each without its last field and closing brace.
    pub(crate) months: Vec<Bytes>,
    /// The number of quarters of an hour since 1970. A page may show "tonight" or the hours ahead, so it is rendered again at
    /// least every quarter of an hour.
    pub(crate) quarter: i64,
}

impl PageData {
    /// The request that web/src/server/page-request.ts describes.
    pub(crate) fn request(
        &self,
        screen: &Screen,
        language: &str,
        public_url: &str,
        server_time: &str,
    ) -> Result<String, ApiError> {
        let month =
            |start: &Bytes| format!("{},{}}}", String::from_utf8_lossy(start), time_field(server_time));
        let months: Vec<String> = self.months.iter().map(month).collect();
        Ok(format!(
            r#"{{"path":{},"query":{},"language":{},"public_url":{},"extent":{},{},"config":{},"venues":{},"months":[{}]}}"#,
            text_of(&screen.path)?,
            text_of(&screen.query())?,
            text_of(language)?,
            text_of(public_url)?,
            text_of(&screen.rendered)?,
            time_field(server_time),
            self.config.replace(EMPTY_TIME, &time_field(server_time)),
            self.venues,
            months.join(","),
        ))
    }
}

/// The time field of data without a time.
const EMPTY_TIME: &str = r#""server_time":"""#;

/// The time field of a response.
pub(crate) fn time_field(server_time: &str) -> String {
    format!(r#""server_time":"{server_time}""#)
}

/// The value as JSON.
///
/// # Errors
/// 500, after the cause was logged.
pub(crate) fn text_of<T: serde::Serialize + ?Sized>(value: &T) -> Result<String, ApiError> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "the data of a page could not be serialized");
        ApiError::internal()
    })
}

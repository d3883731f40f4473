//! The data of a page: responses of the API, as text and without the time.

use bytes::Bytes;
use jiff::Timestamp;
use sideout_app::{
    booking::availability::list_month,
    platform::{
        brand::find_brand,
        venues::{find_venue, list_venues},
    },
};

use super::screen::{Content, Screen};
use crate::{
    api_error::ApiError,
    routes::{app_config, getvenue},
    state::Api,
};

/// The number of venues that "free tonight" shows (web/src/features/home/tonight-query.ts).
const VENUES_ASKED: usize = 6;

/// The responses that a page shows. Two pages with equal data are equal.
#[derive(PartialEq, Eq)]
pub(super) struct PageData {
    /// app-config with the time `""`.
    config: String,
    /// The venues of getvenue; `null` for a page that shows none.
    venues: String,
    /// The responses of gettimeslots for the venues that the page shows, each without its last field and closing brace.
    months: Vec<Bytes>,
    /// The quarter of an hour since 1970. A page may show "tonight" or the hours ahead, so it is rendered again at
    /// least every quarter of an hour.
    quarter: i64,
}

impl PageData {
    /// The data of a screen; `None` if its venue does not exist.
    pub(super) async fn find(
        api: &Api,
        screen: &Screen,
        now: Timestamp,
    ) -> Result<Option<PageData>, ApiError> {
        let brand = find_brand(&api.app).await?;
        let config = text_of(&app_config::answer(api, &brand, String::new()))?;
        let mut data = PageData {
            config,
            venues: "null".to_owned(),
            months: Vec::new(),
            quarter: now.as_second() / 900,
        };
        let venues_shown = match screen.content {
            Content::Brand | Content::Head => Vec::new(),
            Content::Venues => {
                data.venues = text_of(&getvenue::shown(api, list_venues(&api.app).await?.as_ref()))?;
                Vec::new()
            }
            Content::Tonight => {
                let venues = list_venues(&api.app).await?;
                data.venues = text_of(&getvenue::shown(api, &venues))?;
                venues.iter().take(VENUES_ASKED).cloned().collect()
            }
            Content::Hours(venue) => match find_venue(&api.app, venue).await? {
                Some(venue) => vec![venue],
                None => return Ok(None),
            },
        };
        for venue in venues_shown {
            let month = list_month(&api.app, &venue).await?;
            data.months.push(api.written_months.start(&month, now)?);
        }
        Ok(Some(data))
    }

    /// The request that web/src/server/page-request.ts describes.
    pub(super) fn request(
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
            r#"{{"path":{},"query":{},"language":{},"public_url":{},"drawn":{},{},"config":{},"venues":{},"months":[{}]}}"#,
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

/// The time field as every response contains it.
pub(super) fn time_field(server_time: &str) -> String {
    format!(r#""server_time":"{server_time}""#)
}

fn text_of<T: serde::Serialize + ?Sized>(value: &T) -> Result<String, ApiError> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "the data of a page could not be serialized");
        ApiError::internal()
    })
}

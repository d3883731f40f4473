//! Collects the data of a page: the answers of the API.

use jiff::Timestamp;
use sideout_app::{
    booking::availability::list_bookable_days,
    platform::{
        brand::find_brand,
        venues::{find_venue, list_venues},
    },
};
use sideout_domain::SportId;

use crate::{
    pages::{Content, PageData, Screen, text_of},
    routes::{
        app_config,
        gettimeslots::{self, pickleball},
        getvenue,
    },
    state::Api,
    wire::api_error::ApiError,
};

/// The most venues whose courts "free tonight" counts (web/src/features/home/tonight-query.ts).
const VENUES_OF_TONIGHT: usize = 6;

const SECONDS_IN_A_QUARTER: i64 = 15 * 60;

/// The data of a screen; `None` if its venue does not exist or has no court of the sport.
pub(super) async fn find_page_data(
    api: &Api,
    screen: &Screen,
    now: Timestamp,
) -> Result<Option<PageData>, ApiError> {
    let brand = find_brand(&api.app).await?;
    let config = text_of(&app_config::answer(api, &brand, String::new()))?;
    // The addresses of pages with content name no other sport.
    let sport = SportId(pickleball());
    let quarter = now.as_second() / SECONDS_IN_A_QUARTER;
    let mut data = PageData { config, venues: "null".to_owned(), months: Vec::new(), quarter };
    let venues_shown = match screen.content {
        Content::Brand | Content::Head => Vec::new(),
        Content::Venues => {
            data.venues = text_of(&getvenue::shown(api, list_venues(&api.app).await?.as_ref()))?;
            Vec::new()
        }
        Content::Tonight => {
            let venues = list_venues(&api.app).await?;
            data.venues = text_of(&getvenue::shown(api, &venues))?;
            venues.iter().filter(|venue| venue.has(sport)).take(VENUES_OF_TONIGHT).cloned().collect()
        }
        Content::Hours(venue) => match find_venue(&api.app, venue).await?.filter(|venue| venue.has(sport)) {
            Some(venue) => vec![venue],
            None => return Ok(None),
        },
    };
    for venue in venues_shown {
        let bookable = list_bookable_days(&api.app, &venue, sport).await?;
        data.months.push(api.written_days.find_response_start(&bookable, now, gettimeslots::answer)?);
    }
    Ok(Some(data))
}

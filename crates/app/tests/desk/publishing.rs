//! Prices published at the desk: they are valid from their day on, are published once for each version, and do not
//! change what is booked or held.

use jiff::civil::{Date, date};
use sideout_app::{
    App, Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    desk::prices::{
        Edit, Manager, PriceChange,
        preview_prices::{PreviewPricesError, PricePreview, preview_prices},
        publish_prices::{PublishPricesError, Published, publish_prices},
        read_prices::read_prices,
    },
    platform::venues::find_venue,
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId,
    money::Money,
    order::OrderNumber,
    price::{EndingSeason, Stroke, price_of},
    staff::{Permission, Role},
};
use sideout_store::{Orders, Statement, Store, StoreError};
use sideout_testkit::{
    TestApp, on_both_engines, on_two_nodes, one_statement_at_a_time, request_key, run_concurrently,
    sample_venue::{PICKLEBALL, VENUE},
    statement, without_guard,
};

use crate::{
    counter::actor,
    helpers::{SUNDAY, booked, open_app, run},
};

/// The day of the tests, a Saturday.
const TODAY: Date = date(2026, 11, 21);
const WEEKEND: u8 = 0b110_0000;

/// A stroke by which all courts of the venue cost this much on these weekdays at these hours.
fn stroke(weekdays: u8, hours: std::ops::Range<u16>, rupees: Option<i64>) -> Stroke {
    Stroke {
        courts: (1..=12).map(CourtId).collect(),
        weekdays,
        from_minute: hours.start * 60,
        until_minute: hours.end * 60,
        price: rupees.map(Money::from_rupees),
    }
}

fn painted(base: i64, valid_from: Date, strokes: &[Stroke]) -> PriceChange {
    PriceChange { base, valid_from, edit: Edit::Paint(strokes.to_vec()) }
}

/// A change by which weekend evenings cost ₹1,000 instead of ₹800.
fn dearer_evenings(base: i64, valid_from: Date) -> PriceChange {
    painted(base, valid_from, &[stroke(WEEKEND, 18..22, Some(1_000))])
}

async fn preview(app: &TestApp, actor: &Actor, change: PriceChange) -> PricePreview {
    preview_prices(app, actor, VENUE, change).await.unwrap()
}

async fn publish(
    app: &TestApp,
    actor: &Actor,
    change: PriceChange,
    key: u64,
) -> Result<Published, PublishPricesError> {
    let published = publish_prices(app, actor, VENUE, change, request_key(key)).await;
    app.venues.forget();
    published
}

/// What the first court costs, in rupees.
async fn rupees(app: &TestApp, day: Date, start: &str) -> Option<i64> {
    let venue = find_venue(app, VENUE).await.unwrap().unwrap();
    let price = price_of(&venue.prices, &venue.courts[0], day, start.parse().unwrap());
    price.map(|price| price.paise() / 100)
}

async fn owner(app: &TestApp) -> Actor {
    actor(app, Role::Owner, "9825041730", &[]).await
}

on_both_engines!(published_prices_are_valid_from_their_day_on_and_bookings_keep_theirs, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let asha = owner(&app).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let change = dearer_evenings(0, SUNDAY);
    let seen = preview(&app, &asha, change.clone()).await;
    // 22 November to 21 December: 30 days of 17 hours on 12 courts, with five Sundays and four Saturdays.
    assert_eq!((seen.from, seen.to, seen.hours), (SUNDAY, date(2026, 12, 21), 30 * 17 * 12));
    assert_eq!((seen.changed, seen.dearer), (9 * 4 * 12, 9 * 4 * 12));
    assert_eq!((seen.bookings, seen.rules), (1, 2), "the booking at 7 PM keeps its price");
    assert_eq!(seen.unpriced, []);
    assert_eq!(rupees(&app, SUNDAY, "7:00 PM").await, Some(800), "a preview changes nothing");

    let published = publish(&app, &asha, change.clone(), 1).await.unwrap();
    assert_eq!((published.version, published.changed), (2, seen.changed));
    assert_eq!(publish(&app, &asha, change, 1).await.unwrap(), published, "the same key again");
    assert_eq!(rupees(&app, TODAY, "7:00 PM").await, Some(800));
    assert_eq!(rupees(&app, SUNDAY, "7:00 PM").await, Some(1_000));
    assert_eq!(rupees(&app, SUNDAY, "10:00 PM").await, Some(800));
    let kept = price_of_order(&app, order.number, customers[0]).await;
    assert_eq!(kept, Money::from_rupees(800));

    let prices = read_prices(&app, &asha, VENUE).await.unwrap();
    assert_eq!((prices.version, prices.manager), (2, Manager::Desk));
    let versions: Vec<_> = prices.versions.iter().map(|v| (v.version, v.valid_from, v.staff)).collect();
    assert_eq!(versions, [(2, Some(SUNDAY), Some(asha.id())), (1, None, None)], "what was before is kept");
});

on_both_engines!(a_higher_price_begins_tomorrow_at_the_earliest_and_a_lower_one_at_once, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    let dearer = dearer_evenings(0, TODAY);
    assert_eq!(preview(&app, &asha, dearer.clone()).await.earliest, SUNDAY);
    let refused = publish(&app, &asha, dearer, 1).await;
    assert!(matches!(refused, Err(PublishPricesError::TooEarly(SUNDAY))), "{refused:?}");
    // An hour that can no longer be booked counts as dearer.
    let stopped = painted(0, TODAY, &[stroke(WEEKEND, 20..22, None)]);
    let refused = publish(&app, &asha, stopped, 2).await;
    assert!(matches!(refused, Err(PublishPricesError::TooEarly(SUNDAY))), "{refused:?}");
    // The hours of this morning have begun, so a higher price for them changes no hour of today.
    let morning = painted(0, TODAY, &[stroke(WEEKEND, 6..9, Some(900))]);
    assert_eq!(preview(&app, &asha, morning).await.earliest, TODAY);
    let cheaper = painted(0, TODAY, &[stroke(WEEKEND, 18..22, Some(600))]);
    assert_eq!(publish(&app, &asha, cheaper, 3).await.unwrap().version, 2);
    assert_eq!(rupees(&app, TODAY, "9:00 PM").await, Some(600));
});

on_both_engines!(an_hour_without_a_price_cannot_be_booked, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let asha = owner(&app).await;
    let change = painted(0, SUNDAY, &[stroke(0b100_0000, 13..16, None)]);
    let seen = preview(&app, &asha, change.clone()).await;
    // On Sundays (6), at 1, 2 and 3 PM, on 12 courts.
    assert_eq!(seen.unpriced, [(6, 780, 12), (6, 840, 12), (6, 900, 12)]);
    publish(&app, &asha, change, 1).await.unwrap();
    assert_eq!(rupees(&app, SUNDAY, "1:00 PM").await, None);
    let start = "1:00 PM".parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(3), day: SUNDAY, start };
    let unpriced = place_hold(&app, customers[0], pick).await;
    assert!(matches!(unpriced, Err(PlaceHoldError::NotBookable)), "{unpriced:?}");
});

on_both_engines!(an_earlier_week_comes_back_as_a_new_version, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    publish(&app, &asha, dearer_evenings(0, SUNDAY), 1).await.unwrap();
    let revert =
        |base, version| PriceChange { base, valid_from: date(2026, 11, 28), edit: Edit::Revert(version) };
    let published = publish(&app, &asha, revert(2, 1), 2).await.unwrap();
    assert_eq!(published.version, 3);
    assert_eq!(rupees(&app, SUNDAY, "7:00 PM").await, Some(1_000));
    assert_eq!(rupees(&app, date(2026, 11, 28), "7:00 PM").await, Some(800));
    let prices = read_prices(&app, &asha, VENUE).await.unwrap();
    assert_eq!(prices.versions[0].reverted, Some(1));
    let again = publish(&app, &asha, revert(3, 3), 3).await;
    assert!(matches!(again, Err(PublishPricesError::NothingChanges)), "{again:?}");
    let unknown = publish(&app, &asha, revert(3, 9), 4).await;
    assert!(
        matches!(unknown, Err(PublishPricesError::Preview(PreviewPricesError::NoSuchVersion))),
        "{unknown:?}"
    );
});

on_both_engines!(an_invalid_change_of_prices_and_a_caller_without_permission_are_refused, async |store| {
    let (app, _) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let asha = owner(&app).await;
    // The preview needs only the permission to read prices.
    read_prices(&app, &kiran, VENUE).await.unwrap();
    preview(&app, &kiran, dearer_evenings(0, SUNDAY)).await;
    let refused = publish(&app, &kiran, dearer_evenings(0, SUNDAY), 1).await;
    let forbidden = Refused::NotAllowed(Permission::PricePublish);
    assert!(matches!(refused, Err(PublishPricesError::Refused(refused)) if refused == forbidden));
    for (change, expected) in [
        (dearer_evenings(0, date(2026, 11, 20)), PreviewPricesError::OutOfRange),
        (dearer_evenings(0, date(2028, 1, 1)), PreviewPricesError::OutOfRange),
        (
            painted(0, SUNDAY, &[Stroke { courts: vec![CourtId(99)], ..stroke(127, 6..9, None) }]),
            PreviewPricesError::OtherCourt,
        ),
        (dearer_evenings(4, SUNDAY), PreviewPricesError::ChangedMeanwhile),
    ] {
        let refused = publish(&app, &asha, change, 2).await.unwrap_err();
        assert_eq!(refused.to_string(), expected.to_string());
    }
    assert_eq!(read_prices(&app, &asha, VENUE).await.unwrap().manager, Manager::File);
});

on_both_engines!(versions_are_only_added_to, async |store| {
    let (app, _) = open_app(store, 1).await;
    let asha = owner(&app).await;
    publish(&app, &asha, dearer_evenings(0, SUNDAY), 1).await.unwrap();
    for text in ["update price_version set rules = '[]'", "delete from price_version"] {
        let statement = Statement { name: text, text };
        let done: Result<u64, StoreError> = app
            .store
            .write(statement, |tx, statement| Box::pin(async move { tx.run(*statement, &[]).await }))
            .await;
        assert!(done.is_err(), "{text}");
    }
});

/// Publishes prices twelve times at once from the same version, each time for another hour; returns how many succeed.
async fn published_at_once(here: Store, there: Store) -> usize {
    let (app, _) = open_app(here, 1).await;
    let other = app.another_node_on(there, |_| {});
    let asha = owner(&app).await;
    publish(&app, &asha, dearer_evenings(0, SUNDAY), 900).await.unwrap();
    let answers = run_concurrently(12, |n| {
        let node = if n % 2 == 0 { app.app() } else { other.app() };
        let asha = asha.clone();
        async move {
            let hour = 6 + u16::try_from(n).unwrap();
            let change = painted(2, SUNDAY, &[stroke(127, hour..hour + 1, Some(950))]);
            publish_prices(&node, &asha, VENUE, change, request_key(n as u64)).await
        }
    });
    let answers = answers.await;
    let is_expected = |answer: &Result<Published, PublishPricesError>| {
        matches!(answer, Ok(_) | Err(PublishPricesError::Preview(PreviewPricesError::ChangedMeanwhile)))
    };
    assert!(answers.iter().all(is_expected), "{answers:?}");
    answers.into_iter().filter(Result::is_ok).count()
}

// INVARIANT: of several publications from one version one succeeds, and the others are refused.
on_two_nodes!(of_twelve_publications_from_one_version_one_succeeds, async |stores| {
    let [here, there]: [Store; 2] = stores;
    assert_eq!(published_at_once(here, there).await, 1);
});

on_two_nodes!(control_with_the_next_free_number_all_twelve_publish, async |stores| {
    let stores: [Store; 2] = stores;
    let number = "(select coalesce(max(version), 0) + 1 from price_version where venue_id = $1 and $2 = $2)";
    let [here, there] = stores
        .map(|store| without_guard(&store, statement("price_version/add"), "cast($2 as bigint)", number));
    assert_eq!(published_at_once(here, there).await, 12);
});

async fn price_of_order(app: &TestApp, number: OrderNumber, customer: CustomerId) -> Money {
    let read = app.store.read((number, customer), |tx, (number, customer)| {
        Box::pin(async move { Orders(tx).find(*number, *customer).await })
    });
    let order: Result<_, StoreError> = read.await;
    order.unwrap().unwrap().price
}

/// A hold of court `court` at 7 PM on Sunday.
async fn hold(app: &App, customer: CustomerId, court: usize) -> Order {
    let (court, start) = (CourtId(i64::try_from(court).unwrap()), "7:00 PM".parse().unwrap());
    place_hold(app, customer, Pick { sport: PICKLEBALL, venue: VENUE, court, day: SUNDAY, start })
        .await
        .unwrap()
}

/// Six players hold courts before prices are published and six while that happens, and all of them confirm afterwards, through
/// `confirming`. Returns how many pay another price than the one they were shown.
async fn charged_otherwise(app: &TestApp, customers: &[CustomerId], confirming: &TestApp) -> usize {
    let asha = owner(app).await;
    let mut held = Vec::new();
    for (court, customer) in (1..).zip(&customers[..6]) {
        let order = hold(app, *customer, court).await;
        assert_eq!(order.price, Money::from_rupees(800));
        held.push(order);
    }
    let holding = run_concurrently(6, |n| {
        let (app, customer) = (app.app(), customers[n + 6]);
        async move { hold(&app, customer, n + 7).await }
    });
    let (others, published) = tokio::join!(holding, publish(app, &asha, dearer_evenings(0, SUNDAY), 1));
    published.unwrap();
    held.extend(others);
    let mut charged_otherwise = 0;
    for shown in held {
        let old_or_new = [800, 1_000].map(Money::from_rupees);
        assert!(old_or_new.contains(&shown.price), "{shown:?}");
        let booking = confirm_at_court(confirming, shown.customer, shown.number, None).await.unwrap();
        let pays = price_of_order(app, shown.number, shown.customer).await;
        charged_otherwise += usize::from(pays != shown.price || booking.price != shown.price);
    }
    charged_otherwise
}

on_both_engines!(
    a_player_who_holds_before_or_while_prices_are_published_pays_what_was_shown,
    async |store| {
        let (app, customers) = open_app(store, 13).await;
        assert_eq!(charged_otherwise(&app, &customers, &app).await, 0);
        // A player who holds later is shown the new price.
        let start = "8:00 PM".parse().unwrap();
        let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(1), day: SUNDAY, start };
        let later = place_hold(&app, customers[12], pick).await.unwrap();
        assert_eq!(later.price, Money::from_rupees(1_000));
    }
);

on_both_engines!(control_if_a_confirmation_took_the_present_price_players_would_pay_more, async |store| {
    let (app, customers) = open_app(store.clone(), 12).await;
    let present = "update orders\n   set price_paise = 100000, status = 'confirmed',";
    let repricing = without_guard(
        &one_statement_at_a_time(&store),
        statement("orders/confirm"),
        "update orders\n   set status = 'confirmed',",
        present,
    );
    let node = app.another_node_on(repricing, |_| {});
    assert!(charged_otherwise(&app, &customers, &node).await >= 6);
});

on_both_engines!(a_season_that_would_end_is_in_the_preview, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    let (first, last) = (date(2026, 12, 20), date(2027, 1, 3));
    run(
        &app.store,
        "insert into price_rule (price_rule_id, venue_id, valid_from, valid_to, weekdays, from_minute, until_minute, price_paise)
         values (901, 1, '2026-12-20', '2027-01-03', 127, 0, 1440, 120000)",
    )
    .await;
    app.venues.forget();
    assert_eq!(rupees(&app, first, "7:00 PM").await, Some(1_200));
    let seen = preview(&app, &asha, dearer_evenings(0, SUNDAY)).await;
    let prices = Some((Money::from_rupees(1_200), Money::from_rupees(1_200)));
    assert_eq!(seen.seasons, [EndingSeason { from: Some(first), to: last, prices }]);
    publish(&app, &asha, dearer_evenings(0, SUNDAY), 1).await.unwrap();
    assert_eq!(rupees(&app, first, "9:00 AM").await, Some(800), "the season is over, as the preview said");
    let again = preview(&app, &asha, painted(2, SUNDAY, &[stroke(WEEKEND, 18..22, Some(1_100))])).await;
    assert_eq!(again.seasons, []);
});

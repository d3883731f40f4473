//! What importing a file does to the database, on both engines.

use sideout_app::{
    Order,
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, place_hold},
    },
    brand::find_brand,
    catalogue::list_venues,
    operator::{Change, ImportError, Mode, import_operator, parse_operator_file},
};
use sideout_domain::{CourtId, SportId, VenueId, venue::Venue};
use sideout_store::{Coupons, StoreError};
use sideout_testkit::{Player, TestApp, on_both_engines};

use crate::sample::{Drawings, FILE};

async fn import(app: &TestApp, text: &str, mode: Mode) -> Result<Vec<String>, ImportError> {
    let file = parse_operator_file(text).unwrap();
    let now = sideout_app::clock::Clock::now(&app.clock);
    let changes = import_operator(&app.store, &app.images, file, &Drawings, now, mode).await;
    app.venues.forget();
    app.brand.forget();
    Ok(changes?.iter().map(Change::to_string).collect())
}

async fn venue(app: &TestApp) -> Venue {
    list_venues(app).await.unwrap()[0].as_ref().clone()
}

async fn book(app: &TestApp, player: &Player, court: i64) -> Order {
    let pick = Pick {
        sport: SportId(1),
        venue: VenueId(1),
        court: CourtId(court),
        day: "2026-11-23".parse().unwrap(),
        start: "7:00 PM".parse().unwrap(),
    };
    let order = place_hold(app, player.customer.id, pick).await.unwrap();
    confirm_at_court(app, player.customer.id, order.number, Some("WELCOME50")).await.unwrap()
}

on_both_engines!(a_file_becomes_what_players_see_and_again_changes_nothing, async |store| {
    let app = TestApp::over(store);
    let changes = import(&app, FILE, Mode::Apply).await.unwrap();
    assert_eq!(
        changes,
        [
            "+ brand Test Club",
            "+ sport 1 Pickleball",
            "+ venue 1 North",
            "+ venue 1 North, court 1 (OUTDOOR)",
            "+ venue 1 North, court 2 (INDOOR)",
            "+ coupon WELCOME50",
        ]
    );
    let shown = venue(&app).await;
    assert_eq!((shown.name.as_str(), shown.courts.len(), shown.prices.len()), ("North", 2, 3));
    assert!(shown.hours[0].is_some() && shown.hours[6].is_none());
    assert_eq!(find_brand(&app).await.unwrap().name, "Test Club");
    let key = shown.image.strip_prefix("/images/").unwrap().parse().unwrap();
    assert!(app.images.get(&key).await.unwrap().unwrap().starts_with(b"<svg"));

    assert_eq!(import(&app, FILE, Mode::Apply).await.unwrap(), [""; 0]);
});

on_both_engines!(a_dry_run_tells_the_same_and_changes_nothing, async |store| {
    let app = TestApp::over(store);
    let told = import(&app, FILE, Mode::DryRun).await.unwrap();
    assert!(list_venues(&app).await.unwrap().is_empty());
    app.venues.forget();
    assert_eq!(import(&app, FILE, Mode::Apply).await.unwrap(), told);

    let changed = FILE.replace("rupees = 900", "rupees = 950").replace("North End", "South End");
    let told = import(&app, &changed, Mode::DryRun).await.unwrap();
    assert_eq!(told, ["~ venue 1 North: location", "~ venue 1 North: prices"]);
    assert_eq!(venue(&app).await.location, "North End");
    assert_eq!(import(&app, &changed, Mode::Apply).await.unwrap(), told);
    assert_eq!(venue(&app).await.location, "South End");
});

on_both_engines!(what_leaves_the_file_is_switched_off_and_bookings_there_stay, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, player) = app.with_player().await;
    let booked = book(&app, &player, 102).await;

    let without = FILE
        .replace("[[venue.court]]\nnumber = 2\ntype = \"indoor\"\n", "")
        .replace("[[venue.price]]\ncourts = \"indoor\"\nrupees = 900\n", "");
    let without = without.split("[[coupon]]").next().unwrap();
    assert_eq!(
        import(&app, without, Mode::Apply).await.unwrap(),
        [
            "- venue 1 North, court 2: left the file and is switched off",
            "~ venue 1 North: prices",
            "- coupon WELCOME50: left the file and is switched off",
        ]
    );
    assert_eq!(venue(&app).await.courts.len(), 1);
    let found = sideout_app::booking::find_order::find_order(&app, player.customer.id, booked.number).await;
    assert_eq!(found.unwrap().unwrap().court_number, 2, "the booking is still there");

    import(&app, FILE, Mode::Apply).await.unwrap();
    assert_eq!(venue(&app).await.courts.len(), 2, "back in the file, back in play, under the same id");
    let coupon = app.store.read((), |tx, ()| Box::pin(async move { Coupons(tx).find("WELCOME50").await }));
    let coupon = coupon.await.unwrap().unwrap();
    assert!(coupon.active);
    assert_eq!(coupon.used, 1, "uses are remembered");
});

on_both_engines!(a_mistake_the_database_finds_changes_nothing, async |store| {
    let app = TestApp::over(store);
    import(&app, FILE, Mode::Apply).await.unwrap();
    let (app, first) = app.with_player().await;
    book(&app, &first, 101).await;
    let second = app.player("9876543211").await;
    book(&app, &second, 102).await;

    let changed = FILE.replace("flat = 50", "flat = 50\ntotal_limit = 1").replace("North End", "South End");
    let error = import(&app, &changed, Mode::Apply).await.unwrap_err().to_string();
    assert_eq!(error, "coupon WELCOME50 was used 2 times already; its total_limit must be at least that");
    let missing = FILE.replace("north.svg", "missing.svg").replace("North End", "South End");
    let error = import(&app, &missing, Mode::Apply).await.unwrap_err().to_string();
    assert!(error.starts_with("North: picture missing.svg: cannot be read"), "{error}");
    assert_eq!(venue(&app).await.location, "North End");
});

on_both_engines!(court_ids_given_by_others_are_kept, async |store| {
    let app = TestApp::over(store);
    let foreign = parse_operator_file(FILE).unwrap().venues[0].clone();
    app.store
        .write(foreign, |tx, foreign| {
            Box::pin(async move {
                use sideout_store::import::{Imports, Sport};
                let mut imports = Imports(tx);
                imports.put_sport(&Sport { id: SportId(1), name: "Pickleball".to_owned() }).await?;
                imports.put_venue(foreign, 1).await?;
                let court = sideout_domain::venue::Court { id: CourtId(7), ..foreign.courts[1].clone() };
                imports.put_court(&court).await?;
                Ok::<_, StoreError>(())
            })
        })
        .await
        .unwrap();
    import(&app, FILE, Mode::Apply).await.unwrap();
    let shown = venue(&app).await;
    let indoor = shown.courts.iter().find(|court| court.number == 2).unwrap();
    assert_eq!(indoor.id, CourtId(7));
    assert!(shown.prices.iter().any(|rule| rule.court == Some(CourtId(7))), "its price found it");
    assert_eq!(import(&app, FILE, Mode::Apply).await.unwrap(), [""; 0]);
});

//! Venues and courts at the desk: adding a venue that can be booked at once, changing it, and deciding about bookings
//! that lose their place.

use std::collections::BTreeSet;

use sideout_app::{
    booking::{
        confirm_at_court::confirm_at_court,
        place_hold::{Pick, PlaceHoldError, place_hold},
    },
    desk::{
        money::count_shift::count_shift,
        venues::{
            BadDraft, CourtDraft, VenueFields,
            add_picture::{AddPictureError, PhotoShape, PictureRefused, add_picture},
            add_venue::{AddVenue, AddVenueError, add_venue},
            change_venue::{
                ChangeVenue, ChangeVenueError, ChangedVenue, VenueEdit, change_venue, preview_change,
            },
            list_venues::{SetUpVenue, list_set_up_venues},
            order_venues::{OrderVenuesError, order_venues},
        },
    },
    operator::{
        Change, ImportOptions, ImportRefusal, Imported, Misfit, Mode, PictureFiles, import_operator,
        parse_operator_file, write_operator_file,
    },
    platform::{clock::Clock as _, venues::list_venues},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, SportId, VenueId,
    order::{Order, OrderNumber, OrderStatus},
    staff::{Permission, Role},
    venue::CourtType,
};
use sideout_store::{Orders, StoreError};
use sideout_testkit::{
    TestApp, on_both_engines, request_key,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::{
    closing_days::{close, manager, on_monday},
    counter::{actor, five_hundreds, open_counter},
    helpers::{SUNDAY, at, booked, held, number, open_app, run},
    publishing_hours::{MONDAY, close_court},
};

pub(crate) async fn owner(app: &TestApp) -> Actor {
    actor(app, Role::Owner, "9825041730", &[]).await
}

fn fields(name: &str) -> VenueFields {
    VenueFields {
        name: name.to_owned(),
        location: "Alkapuri".to_owned(),
        address: "3 Station Road, Alkapuri, Vadodara 390007".to_owned(),
        map_url: Some("https://maps.example/3".to_owned()),
        upi_address: Some("oldmill@okbank".to_owned()),
        time_zone: "Asia/Kolkata".to_owned(),
        slot_minutes: 60,
        play_minutes: 55,
        image: String::new(),
        gallery: Vec::new(),
        facilities: vec!["parking".to_owned()],
    }
}

pub(crate) fn new_venue(name: &str) -> AddVenue {
    AddVenue {
        fields: fields(name),
        first_minute: 360,
        last_minute: 1_320,
        price_paise: 75_050,
        outdoor: 2,
        indoor: 1,
    }
}

async fn add(app: &TestApp, asha: &Actor, name: &str, key: u64) -> Result<VenueId, AddVenueError> {
    let added = add_venue(app, asha, new_venue(name), request_key(key)).await;
    app.venues.forget();
    added.map(|added| added.id)
}

pub(crate) async fn in_set_up(app: &TestApp, asha: &Actor, venue: VenueId) -> SetUpVenue {
    let listed = list_set_up_venues(app, asha).await.unwrap();
    listed.venues.into_iter().find(|listed| listed.stored.venue.id == venue).unwrap()
}

/// The fields of a venue as they are.
fn fields_of(listed: &SetUpVenue) -> VenueFields {
    let venue = &listed.stored.venue;
    VenueFields {
        name: venue.name.clone(),
        location: venue.location.clone(),
        address: venue.long_location.clone(),
        map_url: venue.map_url.clone(),
        upi_address: venue.upi_address.as_ref().map(ToString::to_string),
        time_zone: venue.zone.iana_name().unwrap().to_owned(),
        slot_minutes: venue.slot_minutes.into(),
        play_minutes: venue.play_minutes.into(),
        image: venue.image.clone(),
        gallery: venue.gallery.clone(),
        facilities: venue.facilities.clone(),
    }
}

pub(crate) fn court(number: i64, court_type: CourtType, active: bool) -> CourtDraft {
    CourtDraft { number, name: String::new(), court_type, active }
}

pub(crate) fn retire_court(number: i64) -> VenueEdit {
    VenueEdit { courts: vec![court(number, CourtType::Outdoor, false)], ..VenueEdit::default() }
}

pub(crate) fn retire_venue() -> VenueEdit {
    VenueEdit { active: Some(false), ..VenueEdit::default() }
}

pub(crate) fn request(
    version: i64,
    edit: VenueEdit,
    keep: &[OrderNumber],
    close: &[OrderNumber],
) -> ChangeVenue {
    let set = |orders: &[OrderNumber]| orders.iter().copied().collect::<BTreeSet<_>>();
    let reason = (!close.is_empty()).then(|| "The court is rebuilt".parse().unwrap());
    ChangeVenue { venue: VENUE, version, edit, keep: set(keep), close: set(close), reason }
}

pub(crate) async fn change(
    app: &TestApp,
    asha: &Actor,
    request: ChangeVenue,
    key: u64,
) -> Result<ChangedVenue, ChangeVenueError> {
    let changed = change_venue(app, asha, request, request_key(key)).await;
    app.venues.forget();
    changed
}

async fn order_of(app: &TestApp, order: &Order) -> Order {
    let read = app.store.read((order.number, order.customer), |tx, (number, customer)| {
        Box::pin(async move { Orders(tx).find(*number, *customer).await })
    });
    let found: Result<_, StoreError> = read.await;
    found.unwrap().unwrap()
}

fn undecided(answer: Result<ChangedVenue, ChangeVenueError>) -> Vec<OrderNumber> {
    let Err(ChangeVenueError::Undecided(stranded)) = answer else { panic!("{answer:?}") };
    stranded.iter().map(|case| case.booking.order).collect()
}

struct NoFiles;

impl PictureFiles for NoFiles {
    fn read(&self, name: &str) -> std::io::Result<Vec<u8>> {
        panic!("an exported file names no picture beside it: {name}")
    }
}

pub(crate) async fn import(app: &TestApp, text: &str, mode: Mode, take_over: bool) -> Imported {
    let file = parse_operator_file(text).unwrap();
    let options = ImportOptions { take_over, ..ImportOptions::default() };
    import_operator(&app.store, &app.images, file, &NoFiles, app.clock.now(), mode, options).await.unwrap()
}

/// Exports the operator file, and asserts that an import of it would change nothing.
async fn assert_exported_whole(app: &TestApp) {
    // The picture of the test venue is not in the image store.
    let stored =
        "update venue set image = '/images/9f86d081884c7d659a2feaa0c55ad015.svg' where image = '/r.svg'";
    run(&app.store, stored).await;
    let text: Result<String, StoreError> =
        app.store.read((), |tx, ()| Box::pin(write_operator_file(tx))).await;
    let text = text.unwrap();
    let imported = import(app, &text, Mode::DryRun, false).await;
    assert_eq!(imported.refused, Some(ImportRefusal::ManagedAtDesk), "the file does not undo the desk");
    assert_eq!(imported.changes.iter().map(Change::to_string).collect::<Vec<_>>(), [""; 0], "{text}");
    assert_eq!(imported.stranded, [], "{text}");
}

on_both_engines!(an_owner_adds_a_venue_to_an_empty_database_and_it_can_be_booked, async |store| {
    let app = TestApp::with_settings(store.clone(), |settings| settings.throttle = false);
    let asha = owner(&app).await;
    assert!(list_set_up_venues(&app, &asha).await.unwrap().venues.is_empty());
    let id = add(&app, &asha, "Old Mill", 1).await.unwrap();
    assert_eq!(id, VenueId(1));
    assert_eq!(add(&app, &asha, "Old Mill", 1).await.unwrap(), id, "the same key again");
    let venues = list_venues(&app).await.unwrap();
    let venue = &venues[0];
    assert_eq!((venue.name.as_str(), venue.courts.len(), venue.slot_minutes), ("Old Mill", 3, 60));
    assert_eq!(
        (venue.count(PICKLEBALL, CourtType::Outdoor), venue.count(PICKLEBALL, CourtType::Indoor)),
        (2, 1)
    );
    let picture = venue.image.strip_prefix("/images/").unwrap().parse().unwrap();
    assert!(app.images.get(&picture).await.unwrap().is_some(), "it has a drawn picture");
    let customers = sideout_testkit::sample_venue::add_customers(&store, 1).await;
    let court = venue.courts[2].id;
    let pick = Pick { sport: SportId(1), venue: id, court, day: SUNDAY, start: "7:00 PM".parse().unwrap() };
    let hold = place_hold(&app, customers[0], pick).await.unwrap();
    assert_eq!(hold.price.paise(), 75_050, "to the paisa");
    confirm_at_court(&app, customers[0], hold.number, None).await.unwrap();
    assert_exported_whole(&app).await;
});

on_both_engines!(a_second_venue_gets_the_next_id_and_the_last_place, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    let taken = add(&app, &asha, "Riverside Arena", 1).await;
    assert!(matches!(taken, Err(AddVenueError::Bad(BadDraft { field: "name", code: "taken" }))), "{taken:?}");
    let id = add(&app, &asha, "Old Mill", 2).await.unwrap();
    assert_eq!(id, VenueId(2));
    let names = async || -> Vec<String> {
        app.venues.forget();
        list_venues(&app).await.unwrap().iter().map(|venue| venue.name.clone()).collect()
    };
    assert_eq!(names().await, ["Riverside Arena", "Old Mill"]);
    order_venues(&app, &asha, vec![id, VENUE], request_key(3)).await.unwrap();
    assert_eq!(names().await, ["Old Mill", "Riverside Arena"]);
    let stale = order_venues(&app, &asha, vec![VENUE], request_key(4)).await;
    assert!(matches!(stale, Err(OrderVenuesError::Changed)), "{stale:?}");
    let twice = order_venues(&app, &asha, vec![VENUE, VENUE], request_key(5)).await;
    assert!(matches!(twice, Err(OrderVenuesError::Changed)), "{twice:?}");
});

on_both_engines!(venues_put_into_the_order_that_they_have_stay_managed_by_the_file, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    let second = add(&app, &asha, "Old Mill", 1).await.unwrap();
    run(&app.store, "update brand set managed_by = 'file'").await;
    let at_desk = "select cast(count(*) as bigint) from brand where managed_by = 'console'";
    order_venues(&app, &asha, vec![VENUE, second], request_key(2)).await.unwrap();
    assert_eq!(number(&app.store, at_desk).await, 0, "the file still manages the data");
    order_venues(&app, &asha, vec![second, VENUE], request_key(3)).await.unwrap();
    assert_eq!(number(&app.store, at_desk).await, 1);
});

on_both_engines!(each_invalid_field_is_named, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    type Edit = fn(&mut AddVenue);
    let cases: [(Edit, &str, &str); 14] = [
        (|new| new.fields.name = "  ".to_owned(), "name", "required"),
        (|new| new.fields.name = "x".repeat(61), "name", "length"),
        (|new| new.fields.name = "Mill\u{202e}".to_owned(), "name", "characters"),
        (|new| new.fields.address = String::new(), "address", "required"),
        (|new| new.fields.map_url = Some("maps.example/3".to_owned()), "map_url", "not_a_link"),
        (|new| new.fields.upi_address = Some("old mill".to_owned()), "upi_address", "not_upi"),
        (|new| new.fields.time_zone = "Asia/Vadodara".to_owned(), "time_zone", "unknown"),
        (|new| new.fields.slot_minutes = 10, "slot_minutes", "range"),
        (|new| new.fields.play_minutes = 61, "play_minutes", "longer_than_slot"),
        (|new| new.fields.image = "https://pictures.example/1.jpg".to_owned(), "image", "unknown"),
        (|new| new.last_minute = 300, "last_minute", "before_first"),
        (|new| new.price_paise = -1, "price_paise", "range"),
        (|new| (new.outdoor, new.indoor) = (0, 0), "outdoor", "required"),
        (|new| new.indoor = 98, "outdoor", "range"),
    ];
    for (n, (edit, field, code)) in cases.into_iter().enumerate() {
        let mut new = new_venue("Old Mill");
        edit(&mut new);
        let refused = add_venue(&app, &asha, new, request_key(n as u64)).await;
        let Err(AddVenueError::Bad(bad)) = refused else { panic!("{field}: {refused:?}") };
        assert_eq!((bad.field, bad.code), (field, code));
    }
    let listed = list_set_up_venues(&app, &asha).await.unwrap();
    assert_eq!(listed.venues.len(), 1, "nothing was added");
});

on_both_engines!(an_owner_edits_and_a_manager_reads, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    add(&app, &asha, "Old Mill", 1).await.unwrap();
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let listed = list_set_up_venues(&app, &nisha).await.unwrap();
    assert_eq!(
        listed.venues.iter().map(|listed| listed.stored.venue.id).collect::<Vec<_>>(),
        [VENUE],
        "their own"
    );
    let refused = change(&app, &nisha, request(1, retire_venue(), &[], &[]), 2).await;
    let not_allowed = Refused::NotAllowed(Permission::SetupEdit);
    assert!(matches!(refused, Err(ChangeVenueError::Refused(why)) if why == not_allowed), "{refused:?}");
});

on_both_engines!(a_change_of_fields_and_courts_is_seen_at_once_and_kept_by_an_export, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    let before = in_set_up(&app, &asha, VENUE).await;
    // The picture of the test venue is not in the image store; it stays until another one is chosen.
    let photo = add_picture(&app, &asha, PhotoShape::Card, photo(400, 300), request_key(1)).await.unwrap();
    let edit = VenueEdit {
        fields: Some(VenueFields {
            name: "Riverside".to_owned(),
            image: photo.address.clone(),
            gallery: vec![photo.address],
            facilities: vec!["lockers".to_owned(), "Café".to_owned()],
            ..fields_of(&before)
        }),
        courts: vec![
            CourtDraft { name: "Show court".to_owned(), ..court(13, CourtType::Indoor, true) },
            court(12, CourtType::Indoor, true),
            court(11, CourtType::Outdoor, false),
        ],
        active: None,
    };
    let changed = change(&app, &asha, request(1, edit.clone(), &[], &[]), 2).await.unwrap();
    assert_eq!((changed.version, changed.closed, changed.kept), (2, 0, 0));
    let venue = list_venues(&app).await.unwrap()[0].clone();
    assert_eq!((venue.name.as_str(), venue.courts.len()), ("Riverside", 12));
    let numbers: Vec<u16> = venue.courts.iter().map(|court| court.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13]);
    assert_eq!(venue.count(PICKLEBALL, CourtType::Indoor), 2);
    assert_eq!(venue.courts[11].name, "Show court");
    assert_exported_whole(&app).await;
    let stale = change(&app, &asha, request(1, edit, &[], &[]), 3).await;
    assert!(matches!(stale, Err(ChangeVenueError::Changed)), "{stale:?}");
    let back = VenueEdit { courts: vec![court(11, CourtType::Outdoor, true)], ..VenueEdit::default() };
    change(&app, &asha, request(2, back, &[], &[]), 4).await.unwrap();
    app.venues.forget();
    assert!(list_venues(&app).await.unwrap()[0].court(CourtId(11)).is_some(), "the same court is back");
    assert_exported_whole(&app).await;
});

on_both_engines!(a_change_without_a_difference_leaves_version_and_manager, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    let before = in_set_up(&app, &asha, VENUE).await;
    let same = VenueEdit { fields: Some(fields_of(&before)), ..VenueEdit::default() };
    let counts = "select cast((select count(*) from audit_entry) + (select count(*) from brand
                   where managed_by = 'console') as bigint)";
    let entries = number(&app.store, counts).await;
    let changed = change(&app, &asha, request(1, same.clone(), &[], &[]), 1).await.unwrap();
    assert_eq!(changed.version, 1);
    assert_eq!(number(&app.store, counts).await, entries, "no entry, and the file still manages the data");
    assert_eq!(in_set_up(&app, &asha, VENUE).await.stored.version, 1);
    let stale = change(&app, &asha, request(0, same, &[], &[]), 2).await;
    assert!(matches!(stale, Err(ChangeVenueError::Changed)), "{stale:?}");
});

on_both_engines!(bookings_that_lose_their_court_are_listed_and_each_is_decided, async |store| {
    let (app, customers) = open_app(store, 4).await;
    let asha = owner(&app).await;
    let kept = booked(&app, customers[0], 5, "7:00 PM").await;
    let closed = booked(&app, customers[1], 5, "8:00 PM").await;
    let hold = held(&app, customers[2], 5, "9:00 PM").await;
    let seen = preview_change(&app, &asha, VENUE, retire_court(5)).await.unwrap();
    let listed: Vec<_> =
        seen.iter().map(|case| (case.booking.order, case.is_held, case.why.clone())).collect();
    let gone = |order: &Order, held| (order.number, held, Misfit::CourtGone);
    assert_eq!(listed, [gone(&kept, false), gone(&closed, false), gone(&hold, true)]);

    let asked = undecided(change(&app, &asha, request(1, retire_court(5), &[], &[]), 1).await);
    assert_eq!(asked, [kept.number, closed.number, hold.number], "nothing is decided silently");
    let forgotten = request(1, retire_court(5), &[kept.number], &[closed.number]);
    assert_eq!(undecided(change(&app, &asha, forgotten, 2).await).len(), 3);
    // Another booking came between the preview and the answer.
    let late = booked(&app, customers[3], 5, "6:00 PM").await;
    let decided = |keep: &[OrderNumber]| request(1, retire_court(5), keep, &[closed.number, hold.number]);
    let asked = undecided(change(&app, &asha, decided(&[kept.number]), 3).await);
    assert!(asked.contains(&late.number), "the new list");
    assert_eq!(list_venues(&app).await.unwrap()[0].courts.len(), 12, "nothing was changed");

    let changed = change(&app, &asha, decided(&[kept.number, late.number]), 4).await.unwrap();
    assert_eq!((changed.closed, changed.holds, changed.kept), (1, 1, 2));
    assert_eq!(order_of(&app, &kept).await.status, OrderStatus::Confirmed);
    let ended = order_of(&app, &closed).await;
    assert_eq!(ended.status, OrderStatus::Cancelled);
    assert_eq!(ended.cancel_reason.as_deref(), Some("The court is rebuilt"), "its player reads why");
    // A repeated call, as after a lost response, returns the same.
    assert_eq!(change(&app, &asha, decided(&[kept.number, late.number]), 4).await.unwrap(), changed);
    assert_exported_whole(&app).await;
    // The court comes back without another decision about the bookings that were kept.
    let back = VenueEdit { courts: vec![court(5, CourtType::Outdoor, true)], ..VenueEdit::default() };
    change(&app, &asha, request(2, back, &[], &[]), 5).await.unwrap();
    let start = "7:00 PM".parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(5), day: SUNDAY, start };
    let taken = place_hold(&app, customers[1], pick).await;
    assert!(matches!(taken, Err(PlaceHoldError::Taken)), "the time of a kept booking is not sold: {taken:?}");
});

on_both_engines!(another_slot_length_or_type_strands_bookings_as_well, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let asha = owner(&app).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let before = in_set_up(&app, &asha, VENUE).await;
    let longer = VenueEdit {
        fields: Some(VenueFields { slot_minutes: 90, play_minutes: 80, ..fields_of(&before) }),
        ..VenueEdit::default()
    };
    let seen = preview_change(&app, &asha, VENUE, longer.clone()).await.unwrap();
    assert_eq!(
        seen.iter().map(|case| case.why.clone()).collect::<Vec<_>>(),
        [Misfit::NoStart("7:00 PM".parse().unwrap())]
    );
    let roof = VenueEdit { courts: vec![court(3, CourtType::Indoor, true)], ..VenueEdit::default() };
    let seen = preview_change(&app, &asha, VENUE, roof).await.unwrap();
    assert_eq!(seen.iter().map(|case| case.why.clone()).collect::<Vec<_>>(), [Misfit::OtherKind]);
    change(&app, &asha, request(1, longer, &[order.number], &[]), 1).await.unwrap();
    assert_eq!(order_of(&app, &order).await.status, OrderStatus::Confirmed);
});

on_both_engines!(
    a_booking_that_was_kept_is_asked_about_again_if_its_court_gets_another_type,
    async |store| {
        let (app, customers) = open_app(store, 1).await;
        let asha = owner(&app).await;
        let kept = booked(&app, customers[0], 3, "7:00 PM").await;
        let before = in_set_up(&app, &asha, VENUE).await;
        let longer = VenueEdit {
            fields: Some(VenueFields { slot_minutes: 90, play_minutes: 80, ..fields_of(&before) }),
            ..VenueEdit::default()
        };
        change(&app, &asha, request(1, longer, &[kept.number], &[]), 1).await.unwrap();
        let same = VenueEdit { courts: vec![court(3, CourtType::Outdoor, true)], ..VenueEdit::default() };
        assert!(preview_change(&app, &asha, VENUE, same).await.unwrap().is_empty());

        let roof = VenueEdit { courts: vec![court(3, CourtType::Indoor, true)], ..VenueEdit::default() };
        let seen = preview_change(&app, &asha, VENUE, roof.clone()).await.unwrap();
        let listed: Vec<_> = seen.iter().map(|case| (case.booking.order, case.why.clone())).collect();
        assert_eq!(listed, [(kept.number, Misfit::OtherKind)]);
        assert_eq!(undecided(change(&app, &asha, request(2, roof, &[], &[]), 2).await), [kept.number]);
    }
);

on_both_engines!(
    a_court_that_comes_back_with_another_type_asks_about_the_bookings_that_were_kept,
    async |store| {
        let (app, customers) = open_app(store, 1).await;
        let asha = owner(&app).await;
        let kept = booked(&app, customers[0], 3, "7:00 PM").await;
        change(&app, &asha, request(1, retire_court(3), &[kept.number], &[]), 1).await.unwrap();
        let back = |kind| VenueEdit { courts: vec![court(3, kind, true)], ..VenueEdit::default() };
        assert!(preview_change(&app, &asha, VENUE, back(CourtType::Outdoor)).await.unwrap().is_empty());
        let roof = back(CourtType::Indoor);
        assert_eq!(undecided(change(&app, &asha, request(2, roof, &[], &[]), 2).await), [kept.number]);
    }
);

on_both_engines!(
    a_court_that_cannot_be_booked_and_gets_another_type_asks_about_the_bookings_that_were_kept,
    async |store| {
        let (app, customers) = open_app(store, 2).await;
        let asha = owner(&app).await;
        let on_retired_court = booked(&app, customers[0], 3, "7:00 PM").await.number;
        let other = booked(&app, customers[1], 4, "7:00 PM").await.number;
        change(&app, &asha, request(1, retire_court(3), &[on_retired_court], &[]), 1).await.unwrap();
        let edit = |number, kind, active| VenueEdit {
            courts: vec![court(number, kind, active)],
            ..VenueEdit::default()
        };
        let same = edit(3, CourtType::Outdoor, false);
        assert!(preview_change(&app, &asha, VENUE, same).await.unwrap().is_empty());
        let roof = edit(3, CourtType::Indoor, false);
        let seen = preview_change(&app, &asha, VENUE, roof.clone()).await.unwrap();
        let listed: Vec<_> = seen.iter().map(|case| (case.booking.order, case.why.clone())).collect();
        assert_eq!(listed, [(on_retired_court, Misfit::OtherKind)]);
        assert_eq!(undecided(change(&app, &asha, request(2, roof, &[], &[]), 2).await), [on_retired_court]);

        change(&app, &asha, request(2, retire_venue(), &[other], &[]), 3).await.unwrap();
        let roof = edit(4, CourtType::Indoor, true);
        assert_eq!(undecided(change(&app, &asha, request(3, roof.clone(), &[], &[]), 4).await), [other]);
        change(&app, &asha, request(3, roof, &[other], &[]), 5).await.unwrap();
    }
);

on_both_engines!(a_court_that_is_closed_stays_closed_at_the_hours_of_another_zone, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let asha = owner(&app).await;
    close_court(&app, "3", (SUNDAY.at(0, 0, 0, 0), MONDAY.at(0, 0, 0, 0))).await;
    // The last hour in Dubai, 10 PM, is half past eleven here: no hour ended later than eleven.
    let fields = fields_of(&in_set_up(&app, &asha, VENUE).await);
    let west = VenueFields { time_zone: "Asia/Dubai".to_owned(), ..fields };
    let edit = VenueEdit { fields: Some(west), ..VenueEdit::default() };
    change(&app, &asha, request(1, edit, &[], &[]), 1).await.unwrap();
    app.venues.forget();

    let start = "10:00 PM".parse().unwrap();
    let pick = |court| Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day: SUNDAY, start };
    let refused = place_hold(&app, customers[0], pick(3)).await;
    assert!(matches!(refused, Err(PlaceHoldError::Taken)), "{refused:?}");
    place_hold(&app, customers[1], pick(4)).await.unwrap();
});

on_both_engines!(a_change_of_slots_or_of_the_zone_adds_no_hour_to_a_closed_day, async |store| {
    let (app, _) = open_app(store, 0).await;
    app.clock.set(at("10:01 PM"));
    let asha = owner(&app).await;
    let before = fields_of(&in_set_up(&app, &asha, VENUE).await);
    let to = |fields: VenueFields| VenueEdit { fields: Some(fields), ..VenueEdit::default() };
    let shorter = to(VenueFields { slot_minutes: 30, play_minutes: 25, ..before.clone() });
    let west = to(VenueFields { time_zone: "Asia/Dubai".to_owned(), ..before.clone() });
    preview_change(&app, &asha, VENUE, shorter.clone()).await.expect("today is still open");
    close(&app, &manager(&app).await, SUNDAY, 1).await.unwrap();
    for (key, edit) in [(2, &shorter), (3, &west)] {
        let seen = preview_change(&app, &asha, VENUE, edit.clone()).await;
        assert!(matches!(seen, Err(ChangeVenueError::TodayClosed)), "{seen:?}");
        let refused = change(&app, &asha, request(1, edit.clone(), &[], &[]), key).await;
        assert!(matches!(refused, Err(ChangeVenueError::TodayClosed)), "{refused:?}");
        // A venue that is retired may come back on the same day.
        let retired = VenueEdit { active: Some(false), ..edit.clone() };
        let refused = change(&app, &asha, request(1, retired, &[], &[]), key + 10).await;
        assert!(matches!(refused, Err(ChangeVenueError::TodayClosed)), "{refused:?}");
    }
    // What has nothing to do with hours is changed, and on the next day the slots are, too.
    let renamed = to(VenueFields { name: "Riverside".to_owned(), ..before });
    change(&app, &asha, request(1, renamed, &[], &[]), 4).await.unwrap();
    app.clock.set(on_monday("6:00 AM"));
    let bina = actor(&app, Role::Owner, "9825041731", &[]).await;
    change(&app, &bina, request(2, shorter, &[], &[]), 5).await.unwrap();
});

on_both_engines!(a_venue_whose_drawer_is_kept_is_retired_after_its_count, async |store| {
    let (app, _, kiran, shift) = open_counter(store, 1).await;
    let asha = owner(&app).await;
    let refused = change(&app, &asha, request(1, retire_venue(), &[], &[]), 1).await;
    assert!(matches!(refused, Err(ChangeVenueError::OpenShift)), "{refused:?}");
    let refused = preview_change(&app, &asha, VENUE, retire_venue()).await;
    assert!(matches!(refused, Err(ChangeVenueError::OpenShift)), "{refused:?}");
    assert!(in_set_up(&app, &asha, VENUE).await.has_kept_shift);

    // The count begins the next shift, which has no keeper.
    count_shift(&app, &kiran, shift, five_hundreds(4), request_key(2)).await.unwrap();
    assert!(!in_set_up(&app, &asha, VENUE).await.has_kept_shift);
    assert!(preview_change(&app, &asha, VENUE, retire_venue()).await.unwrap().is_empty());
    change(&app, &asha, request(1, retire_venue(), &[], &[]), 3).await.unwrap();
});

on_both_engines!(a_retired_venue_is_gone_for_players_and_comes_back_at_the_end_of_the_list, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let asha = owner(&app).await;
    let other = add(&app, &asha, "Old Mill", 1).await.unwrap();
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let changed = change(&app, &asha, request(1, retire_venue(), &[order.number], &[]), 2).await.unwrap();
    assert_eq!(changed.kept, 1);
    let names = async || -> Vec<VenueId> {
        app.venues.forget();
        list_venues(&app).await.unwrap().iter().map(|venue| venue.id).collect()
    };
    assert_eq!(names().await, [other]);
    assert_exported_whole(&app).await;
    let back = VenueEdit { active: Some(true), ..VenueEdit::default() };
    change(&app, &asha, request(2, back, &[], &[]), 3).await.unwrap();
    assert_eq!(names().await, [other, VENUE], "at the end of the list");
    assert_eq!(order_of(&app, &order).await.status, OrderStatus::Confirmed);
    assert_exported_whole(&app).await;
});

on_both_engines!(a_retired_venue_keeps_a_picture_that_is_not_in_the_image_store, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    // It is not in the image store.
    let picture = "/images/9f86d081884c7d659a2feaa0c55ad015.svg";
    run(&app.store, "update venue set image = '/images/9f86d081884c7d659a2feaa0c55ad015.svg'").await;
    app.venues.forget();
    let before = in_set_up(&app, &asha, VENUE).await;
    let edit = |name: &str, gallery: &[&str]| VenueEdit {
        fields: Some(VenueFields {
            name: name.to_owned(),
            image: picture.to_owned(),
            gallery: gallery.iter().map(|address| (*address).to_owned()).collect(),
            ..fields_of(&before)
        }),
        ..VenueEdit::default()
    };
    change(&app, &asha, request(1, edit("Riverside", &[]), &[], &[]), 1).await.unwrap();
    change(&app, &asha, request(2, retire_venue(), &[], &[]), 2).await.unwrap();
    change(&app, &asha, request(3, edit("Old Riverside", &[]), &[], &[]), 3).await.unwrap();
    let unknown = edit("Riverside", &["/images/00000000000000000000000000000000.svg"]);
    let refused = change(&app, &asha, request(4, unknown, &[], &[]), 4).await;
    let expected = BadDraft { field: "gallery", code: "unknown" };
    assert!(matches!(refused, Err(ChangeVenueError::Bad(bad)) if bad == expected), "{refused:?}");
});

/// A picture of two colours.
fn photo(width: u32, height: u32) -> Vec<u8> {
    let picture = image::RgbImage::from_fn(width, height, |x, _| {
        image::Rgb([if x < width / 2 { 200 } else { 0 }, 90, 90])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

on_both_engines!(a_photo_is_stored_in_its_shape_and_a_file_that_is_no_photo_is_refused, async |store| {
    let (app, _) = open_app(store, 0).await;
    let asha = owner(&app).await;
    let size = async |address: &str| {
        let key = address.strip_prefix("/images/").unwrap().parse().unwrap();
        let bytes = app.images.get(&key).await.unwrap().unwrap();
        let picture = image::load_from_memory(&bytes).unwrap();
        (picture.width(), picture.height())
    };
    let card = add_picture(&app, &asha, PhotoShape::Card, photo(2_000, 2_000), request_key(1)).await.unwrap();
    assert_eq!(size(&card.address).await, (1_280, 800));
    let whole =
        add_picture(&app, &asha, PhotoShape::Gallery, photo(1_000, 400), request_key(2)).await.unwrap();
    assert_eq!(size(&whole.address).await, (1_000, 400));
    let again =
        add_picture(&app, &asha, PhotoShape::Gallery, photo(1_000, 400), request_key(2)).await.unwrap();
    assert_eq!(again, whole, "the same key again");
    let refused = add_picture(&app, &asha, PhotoShape::Card, b"<svg/>".to_vec(), request_key(3)).await;
    assert!(matches!(refused, Err(AddPictureError::Picture(PictureRefused::NotAPicture))), "{refused:?}");
});

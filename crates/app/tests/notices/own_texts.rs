//! The operator's own texts are sent instead of those of the settings, also for queued messages, until they are
//! removed.

use sideout_app::{
    desk::{
        brand::{
            change_brand::{ChangeBrand, ChangedBrand, change_brand},
            change_text::{BadText, ChangeText, ChangeTextError, change_text},
        },
        messages::open_message::open_message,
    },
    platform::brand::{Brand, OwnText},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    notice::Notice,
    order::OrderNumber,
    staff::{Permission, Role},
};
use sideout_testkit::{on_both_engines, request_key};

use crate::fixture::NoticesFixture;

/// Writes a brand as the owner, which is then version 1.
async fn write_brand(fixture: &NoticesFixture, owner: &Actor) {
    let brand = Brand {
        phone: "+912652000000".to_owned(),
        email: "hello@club.example".to_owned(),
        address: "12 River Road, Vadodara".to_owned(),
        ..Brand::default()
    };
    change_brand(
        &fixture.app,
        owner,
        ChangeBrand { version: 0, brand, map_hosts: vec!["https://www.google.com".to_owned()] },
        request_key(900),
    )
    .await
    .unwrap();
}

/// A text with a flow that the provider knows.
fn own(text: &str) -> OwnText {
    OwnText {
        text: text.to_owned(),
        dlt_template_id: Some("1107160000012345678".to_owned()),
        msg91_template_id: Some("flow-reminder".to_owned()),
    }
}

async fn change(
    fixture: &NoticesFixture,
    actor: &Actor,
    (version, key): (i64, u64),
    notice: Notice,
    text: Option<OwnText>,
) -> Result<ChangedBrand, ChangeTextError> {
    let request = ChangeText { version, notice: Some(notice), text };
    change_text(&fixture.app, actor, request, request_key(key)).await
}

/// The text message that was sent for the confirmation of a booking; `None` if none was sent.
async fn sent_text(fixture: &NoticesFixture, owner: &Actor, order: OrderNumber) -> Option<String> {
    let opened = open_message(&fixture.app, owner, format!("{order}.confirmed.text")).await.unwrap();
    opened.copies.first().map(|copy| copy.body.clone())
}

on_both_engines!(
    a_queued_message_is_sent_with_the_present_text_and_an_own_text_can_be_removed,
    async |store| {
        let fixture = NoticesFixture::new(store, 1).await;
        let owner = fixture.member(Role::Owner, "9825041736").await;
        write_brand(&fixture, &owner).await;
        let first = fixture.book(0, 3).await;
        let text = own("Sideout: ##court## at ##time## is booked.");
        let changed = change(&fixture, &owner, (1, 1), Notice::Confirmed, Some(text.clone())).await.unwrap();
        assert_eq!(changed.version, 2);
        let again = change(&fixture, &owner, (1, 1), Notice::Confirmed, Some(text.clone())).await.unwrap();
        assert_eq!(again.version, 2, "the same key again");
        // The clock stands still, so only the change event can have dropped the cached brand.
        fixture.deliver().await;
        let body = sent_text(&fixture, &owner, first.number).await;
        assert_eq!(body.as_deref(), Some("Sideout: Court 3 at 7:00 PM is booked."));

        change(&fixture, &owner, (2, 2), Notice::Confirmed, None).await.unwrap();
        let second = fixture.book(0, 4).await;
        fixture.deliver().await;
        let body = sent_text(&fixture, &owner, second.number).await.unwrap();
        assert!(body.starts_with("Sideout: Court 4 is yours on "), "{body}");
        let nothing = change(&fixture, &owner, (3, 3), Notice::Confirmed, None).await.unwrap();
        assert_eq!(nothing.version, 3, "there was no own text, and nothing is written");
    }
);

on_both_engines!(a_notice_without_a_text_in_the_settings_is_sent_with_an_own_text, async |store| {
    let fixture = NoticesFixture::with_channels(store, 1, |channels| channels.registered.clear()).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    write_brand(&fixture, &owner).await;
    let first = fixture.book(0, 3).await;
    fixture.deliver().await;
    assert_eq!(sent_text(&fixture, &owner, first.number).await, None, "no text is registered for it");
    change(&fixture, &owner, (1, 1), Notice::Confirmed, Some(own("Sideout: ##court##."))).await.unwrap();
    let second = fixture.book(0, 4).await;
    fixture.deliver().await;
    assert_eq!(sent_text(&fixture, &owner, second.number).await.as_deref(), Some("Sideout: Court 4."));
});

on_both_engines!(a_text_that_cannot_be_sent_and_a_caller_without_permission_are_refused, async |store| {
    let fixture = NoticesFixture::new(store, 1).await;
    let owner = fixture.member(Role::Owner, "9825041736").await;
    let manager = fixture.member(Role::Manager, "9825041731").await;
    let text = own("Sideout: ##court##.");
    let early = change(&fixture, &owner, (0, 1), Notice::Confirmed, Some(text.clone())).await;
    assert!(matches!(early, Err(ChangeTextError::NoBrand)), "{early:?}");
    write_brand(&fixture, &owner).await;
    let refused = change(&fixture, &manager, (1, 2), Notice::Confirmed, Some(text.clone())).await;
    let forbidden = Refused::NotAllowed(Permission::SetupEdit);
    assert!(matches!(refused, Err(ChangeTextError::Refused(refused)) if refused == forbidden));
    let unknown =
        change(&fixture, &owner, (1, 3), Notice::Confirmed, Some(own("Sideout: ##amount##."))).await;
    let Err(ChangeTextError::Bad(bad)) = unknown else { panic!("not refused") };
    let expected =
        BadText { field: "text", wrong: "unknown_placeholder", placeholder: Some("amount".to_owned()) };
    assert_eq!(bad, [expected]);
    let without = OwnText { msg91_template_id: None, ..text.clone() };
    let unsent = change(&fixture, &owner, (1, 4), Notice::Confirmed, Some(without)).await;
    let Err(ChangeTextError::Bad(bad)) = unsent else { panic!("not refused") };
    assert_eq!((bad[0].field, bad[0].wrong), ("msg91_template_id", "required"), "MSG91 sends");
    let stale = change(&fixture, &owner, (7, 5), Notice::Confirmed, Some(text)).await;
    assert!(matches!(stale, Err(ChangeTextError::Changed)), "{stale:?}");
});

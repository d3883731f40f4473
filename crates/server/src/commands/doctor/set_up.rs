//! Reports what a new installation still lacks.

use sideout_app::platform::{
    brand::{Brand, read_brand},
    own_texts::has_own_text,
    policies::Policies,
};
use sideout_domain::{notice::Notice, staff::Role};
use sideout_providers::messaging::Templates;
use sideout_store::{Session, Store, StoreError, Venues, staff::Members};

use super::finding::{Finding, unchecked, warning};
use crate::settings::ServerSettings;

/// What is stored of the set-up.
struct SetUp {
    has_owner: bool,
    has_court: bool,
    brand: Brand,
}

/// Empty if nothing is missing.
pub(super) async fn set_up(store: &Store, settings: &ServerSettings) -> Vec<Finding> {
    let read: Result<SetUp, StoreError> = store.read((), |tx, ()| Box::pin(read_set_up(tx))).await;
    let SetUp { has_owner, has_court, brand } = match read {
        Ok(set_up) => set_up,
        Err(error) => return vec![unchecked("set-up", &error)],
    };
    let mut findings = Vec::new();
    if !has_owner {
        let message =
            "nobody can sign in as an owner at the desk: sideout staff add-owner adds one and prints a link";
        findings.push(warning("staff", message));
    }
    if !has_court {
        let message =
            "players find no court: import an operator's file, or add a venue at the desk, under Set-up";
        findings.push(warning("venues", message));
    }
    if brand.phone.is_empty() {
        let message = format!(
            "there is none, so pages, messages and receipts have the name {} and no address: import an operator's file with [brand], or \
             write it at the desk, under Set-up",
            brand.name
        );
        findings.push(warning("brand", message));
    }
    if settings.mail.is_none() {
        let reminds = Policies::of(&settings.business, &brand).reminder_minutes > 0;
        findings.extend(find_untold(&brand, &settings.messaging.templates, reminds));
    }
    findings
}

async fn read_set_up(tx: &mut dyn Session) -> Result<SetUp, StoreError> {
    let members = Members(tx).list().await?;
    let venues = Venues(tx).list().await?;
    Ok(SetUp {
        has_owner: members.iter().any(|member| member.active && member.role == Role::Owner),
        has_court: venues.iter().any(|venue| !venue.courts.is_empty()),
        brand: read_brand(tx).await?,
    })
}

/// Names the notices that no player gets while no mail is set up: those for which no text message is set up. Reminders count only if
/// `reminds`.
fn find_untold(brand: &Brand, templates: &Templates, reminds: bool) -> Option<Finding> {
    let registered: Vec<Notice> = templates.notices().map(|(notice, _)| notice).collect();
    let is_sent = |notice: &Notice| reminds || *notice != Notice::Reminder;
    let has_text = |notice: &Notice| registered.contains(notice) || has_own_text(brand, *notice);
    let is_untold = |notice: &Notice| is_sent(notice) && !has_text(notice);
    let untold: Vec<&str> = Notice::ALL.iter().copied().filter(is_untold).map(Notice::name).collect();
    (!untold.is_empty()).then(|| {
        let message = format!(
            "players are not told by text message or mail: {}; add a [mail] table, or a text for each under messaging.templates or at \
             the desk",
            untold.join(", ")
        );
        warning("notices", message)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use sideout_app::{
        platform::{brand::OwnText, random::SystemRandom},
        staff::{AddMember, add_from_command_line},
    };
    use sideout_providers::messaging::ApprovedTemplate;
    use sideout_testkit::{FixedClock, on_both_engines, sample_venue::open_venue};

    use super::*;

    on_both_engines!(an_installation_without_owner_courts_and_brand_is_told_what_is_missing, async |store| {
        let settings = ServerSettings::standard();
        let names = async || {
            let found = set_up(&store, &settings).await;
            found.into_iter().map(|finding| finding.what).collect::<Vec<_>>()
        };
        assert_eq!(names().await, ["staff", "venues", "brand", "notices"]);
        open_venue(&store).await;
        assert_eq!(names().await, ["staff", "brand", "notices"]);
        let owner = AddMember::owner("Nisha Trivedi".parse().unwrap(), "9825041736".parse().unwrap());
        add_from_command_line(&store, &FixedClock::new(), &SystemRandom, owner).await.unwrap();
        assert_eq!(names().await, ["brand", "notices"]);
    });

    #[test]
    fn notices_without_a_text_are_named_unless_the_desk_has_one() {
        let all = Templates::default().with_notices(|_| ApprovedTemplate::default());
        assert_eq!(find_untold(&Brand::default(), &all, true), None);

        let some = Templates { moved: None, reminder: None, ..all };
        let message = |brand: &Brand| find_untold(brand, &some, true).unwrap().message;
        let both = message(&Brand::default());
        assert!(
            both.starts_with("players are not told by text message or mail: moved, reminder; add"),
            "{both}"
        );
        let own = OwnText {
            text: "Club: your game begins at ##time##.".to_owned(),
            dlt_template_id: None,
            msg91_template_id: Some("77".to_owned()),
        };
        let brand = Brand { texts: BTreeMap::from([("reminder".to_owned(), own)]), ..Brand::default() };
        let one = message(&brand);
        assert!(one.starts_with("players are not told by text message or mail: moved; add"), "{one}");
        let unreminded = find_untold(&Brand::default(), &some, false).unwrap().message;
        assert_eq!(unreminded, one, "no reminder is sent");
    }
}

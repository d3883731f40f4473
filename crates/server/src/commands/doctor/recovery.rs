//! Is a recovery due: does the payment provider know orders that the database does not?

use jiff::Timestamp;
use sideout_app::payments::recovery::{Due, find_due};
use sideout_providers::payments::Razorpay;

use super::{Finding, fine, warning, wrong};
use crate::{
    database::{DatabaseUrl, Schema},
    settings::ServerSettings,
};

/// Compares the newest orders at the provider with the database; nothing without an account, a database that is up to date, or
/// an answer of the provider, of which another finding tells. Three pages and three seconds at most.
pub(super) async fn recovery(settings: &ServerSettings, now: Timestamp) -> Option<Finding> {
    let provider = Razorpay::new(settings.payments.razorpay.as_ref()?).ok()?;
    let database = DatabaseUrl::of(settings).ok()?;
    if !matches!(database.schema().await, Ok(Schema::UpToDate)) {
        return None;
    }
    let store = database.open_for_reading().await.ok()?;
    let found = find_due(&store, &provider, &settings.business.public_url, now).await;
    store.close().await;
    Some(match found.ok()? {
        Ok(due) => told(&due),
        Err(error) => wrong("recovery", error.to_string()),
    })
}

fn told(due: &Due) -> Finding {
    let Due { compared, of_others, lost, lost_and_paid, since } = due;
    let others = format!("{of_others} of other software or another address");
    let Some(since) = since else {
        if *lost > 0 {
            let words = format!(
                "{lost} orders at the payment provider are not in this database, at no time it can read"
            );
            return warning("recovery", words);
        }
        return fine(
            "recovery",
            format!("the newest {compared} orders at the payment provider are known ({others})"),
        );
    };
    wrong(
        "recovery",
        format!(
            "{lost} of the newest {compared} orders at the payment provider are not in this database, {lost_and_paid} of \
             them paid: it is older than they are. Run sideout recover --since {since} --dry-run, then without --dry-run; \
             where you know when the backup was taken, give that time instead"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::{super::Verdict, *};

    #[test]
    fn a_loss_is_told_with_the_command_that_mends_it() {
        let known = told(&Due { compared: 12, of_others: 3, ..Due::default() });
        assert_eq!(known.verdict, Verdict::Fine);
        assert!(known.words.contains("newest 12") && known.words.contains("3 of other"), "{known}");
        let since = Some("2026-11-21T06:00:00Z".parse().unwrap());
        let lost = told(&Due { compared: 12, of_others: 3, lost: 2, lost_and_paid: 1, since });
        assert_eq!(lost.verdict, Verdict::Wrong);
        assert!(lost.words.contains("sideout recover --since 2026-11-21T06:00:00Z --dry-run"), "{lost}");
    }
}

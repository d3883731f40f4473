//! Checks whether the payment provider has orders that the database lacks, so that `sideout recover` is needed.

use jiff::Timestamp;
use sideout_app::payments::recovery::{Due, find_due};
use sideout_providers::payments::Razorpay;

use super::finding::{Finding, fine, unchecked, warning, wrong};
use crate::{
    database::{DatabaseUrl, Schema},
    settings::ServerSettings,
};

/// Compares the newest orders and QR codes at the provider with the database. `None` without an account, a database whose
/// schema is up to date, or a response of the provider.
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
        Ok(due) => finding(&due),
        Err(error) => unchecked("recovery", &error),
    })
}

fn finding(due: &Due) -> Finding {
    let Due { compared, of_others, lost, lost_and_paid, since } = due;
    let others = format!("{of_others} of other software or another address");
    let Some(since) = since else {
        if *lost > 0 {
            let message = format!(
                "orders or QR codes at the payment provider are not in this database ({lost}), and their times cannot be \
                 read: run sideout recover --dry-run with --since and the time of the backup"
            );
            return warning("recovery", message);
        }
        return fine(
            "recovery",
            format!("the newest {compared} orders and QR codes at the payment provider are known ({others})"),
        );
    };
    wrong(
        "recovery",
        format!(
            "{lost} of the newest {compared} orders and QR codes at the payment provider are not in this database, {lost_and_paid} of \
             them paid: it is older than they are. Run sideout recover --since {since} --dry-run, then without --dry-run; \
             if you know when the backup was taken, give that time instead"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::{super::finding::Verdict, *};

    #[test]
    fn lost_orders_are_reported_with_the_command_that_recovers_them() {
        let known = finding(&Due { compared: 12, of_others: 3, ..Due::default() });
        assert_eq!(known.verdict, Verdict::Fine);
        assert!(known.message.contains("newest 12") && known.message.contains("3 of other"), "{known}");
        let since = Some("2026-11-21T06:00:00Z".parse().unwrap());
        let lost = finding(&Due { compared: 12, of_others: 3, lost: 2, lost_and_paid: 1, since });
        assert_eq!(lost.verdict, Verdict::Wrong);
        assert!(lost.message.contains("sideout recover --since 2026-11-21T06:00:00Z --dry-run"), "{lost}");
    }
}

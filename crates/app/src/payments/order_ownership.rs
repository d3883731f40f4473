//! How our orders at the provider are recognized: other software of the operator may use the same account, and so may
//! another installation of this program.

use std::collections::BTreeMap;

use sideout_domain::{
    StaffId,
    bill::{BillLine, is_provider_reference, is_qr_reference},
    money::Money,
    order::OrderNumber,
};
use sideout_providers::payments::{ListedOrder, QrCode};
use sideout_store::desk_qrs::DeskQr;

/// Longest value of a note that is written, in characters; the provider accepts 256.
const LONGEST_NOTE: usize = 200;

/// The keys of the notes.
const ORDER: &str = "order";
const VENUE: &str = "venue";
const SITE: &str = "site";
/// The key, on a QR code, of the clerk who made it.
const STAFF: &str = "staff";
/// The key, on a QR code, of the bookings that it is for with the amounts in paise, as `4820193756:80000,4820193757:40000`.
const LINES: &str = "lines";

/// The name of this installation: the address that players type, in lower case and without the scheme.
pub(super) fn site(public_url: &str) -> String {
    let address = public_url.trim().trim_end_matches('/');
    let address = address.split_once("://").map_or(address, |(_, address)| address);
    address.to_lowercase().chars().take(LONGEST_NOTE).collect()
}

/// The notes of a provider order: for the operator in the provider's dashboard, and for [`ownership`].
pub(super) fn notes(site: &str, order: OrderNumber, venue: &str) -> Vec<(String, String)> {
    vec![
        (ORDER.to_owned(), order.to_string()),
        (VENUE.to_owned(), venue.chars().take(LONGEST_NOTE).collect()),
        (SITE.to_owned(), site.to_owned()),
    ]
}

/// The notes of a QR code of a desk. With them a payment can be settled after the code's row was lost with the database, if its bookings
/// are known. The lines are left out if they are too long.
pub(super) fn qr_notes(
    site: &str,
    order: OrderNumber,
    venue: &str,
    qr: &DeskQr,
    lines: &[BillLine],
) -> Vec<(String, String)> {
    let mut notes = notes(site, order, venue);
    notes.push((STAFF.to_owned(), qr.staff.0.to_string()));
    let line = |line: &BillLine| Some(format!("{}:{}", line.order?, line.amount.paise()));
    let lines: Option<Vec<String>> = lines.iter().map(line).collect();
    let lines = lines.map(|lines| lines.join(",")).filter(|lines| lines.len() <= LONGEST_NOTE);
    notes.extend(lines.map(|lines| (LINES.to_owned(), lines)));
    notes
}

/// The clerk who made a QR code and the lines of its bill, by its notes; `None` if they do not contain them, or have another amount.
pub(super) fn noted_bill(
    notes: &BTreeMap<String, String>,
    amount: Money,
) -> Option<(StaffId, Vec<BillLine>)> {
    let staff = notes.get(STAFF)?.parse().ok().map(StaffId)?;
    let line = |line: &str| {
        let (order, paise) = line.split_once(':')?;
        let amount = paise.parse().ok().filter(|paise| *paise > 0).map(Money::from_paise)?;
        Some(BillLine { order: Some(order.parse().ok()?), amount })
    };
    let lines: Vec<BillLine> = notes.get(LINES)?.split(',').map(line).collect::<Option<_>>()?;
    let sum = lines.iter().try_fold(0_i64, |sum, line| sum.checked_add(line.amount.paise()))?;
    (sum == amount.paise()).then_some((staff, lines))
}

/// Which software opened an order, or made a QR code, in the account's lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ownership {
    /// Opened by this installation: reference, notes and address are those of this installation.
    Ours(OrderNumber, Money),
    /// Reference and notes have our form, but the address is a different one, or missing.
    Unsure(OrderNumber, Money, Option<String>),
    /// Opened by other software.
    Others,
}

/// Which software opened `listed`, seen from the installation at `site`.
pub(super) fn ownership(listed: &ListedOrder, site: &str) -> Ownership {
    let reference = listed.receipt.as_deref();
    by_notes((&listed.notes, reference), listed.amount, site, is_provider_reference)
}

/// Which software made `code`, seen from the installation at `site`.
pub(super) fn qr_ownership(code: &QrCode, site: &str) -> Ownership {
    let is_reference = |reference: &str, first, _| is_qr_reference(reference, first);
    by_notes((&code.notes, code.reference.as_deref()), code.amount, site, is_reference)
}

fn by_notes(
    (notes, reference): (&BTreeMap<String, String>, Option<&str>),
    amount: Option<Money>,
    site: &str,
    is_reference: impl Fn(&str, OrderNumber, Money) -> bool,
) -> Ownership {
    let noted = |name: &str| notes.get(name).map(String::as_str);
    let number = noted(ORDER).and_then(|number| number.parse::<OrderNumber>().ok());
    let (Some(number), Some(amount)) = (number, amount) else { return Ownership::Others };
    if !reference.is_some_and(|reference| is_reference(reference, number, amount)) || noted(VENUE).is_none() {
        return Ownership::Others;
    }
    match noted(SITE) {
        Some(noted) if noted == site => Ownership::Ours(number, amount),
        other => Ownership::Unsure(number, amount, other.map(str::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use sideout_domain::{bill::provider_reference, payment::ProviderOrderStatus};

    use super::*;

    fn listed() -> ListedOrder {
        let number = "4820193756".parse().unwrap();
        ListedOrder {
            id: "order_1".parse().unwrap(),
            receipt: Some(provider_reference(number, &[], Money::from_rupees(800))),
            notes: notes("play.example.in", number, "Riverside Arena").into_iter().collect(),
            amount: Some(Money::from_rupees(800)),
            status: ProviderOrderStatus::Paid,
            created_at: None,
        }
    }

    #[test]
    fn an_order_is_ours_by_its_reference_its_notes_and_the_address_together() {
        let (number, amount) = ("4820193756".parse().unwrap(), Money::from_rupees(800));
        assert_eq!(ownership(&listed(), "play.example.in"), Ownership::Ours(number, amount));
        let theirs = Some("play.example.in".to_owned());
        assert_eq!(ownership(&listed(), "staging.example.in"), Ownership::Unsure(number, amount, theirs));
        let mut older = listed();
        older.notes.remove(SITE);
        assert_eq!(ownership(&older, "play.example.in"), Ownership::Unsure(number, amount, None));

        let others = |change: fn(&mut ListedOrder)| {
            let mut order = listed();
            change(&mut order);
            ownership(&order, "play.example.in") == Ownership::Others
        };
        assert!(others(|order| order.receipt = None));
        assert!(others(|order| order.receipt = Some("4820193756".to_owned())));
        assert!(others(|order| order.amount = Some(Money::from_rupees(700))));
        assert!(others(|order| order.amount = None));
        assert!(others(|order| drop(order.notes.insert(ORDER.to_owned(), "4820193757".to_owned()))));
        assert!(others(|order| drop(order.notes.remove(VENUE))));
        assert!(others(|order| order.notes.clear()));
    }

    #[test]
    fn a_code_of_this_installation_has_its_reference_and_notes_with_its_bill() {
        let (number, amount) = ("4820193756".parse().unwrap(), Money::from_rupees(800));
        let mut notes: BTreeMap<_, _> =
            notes("play.example.in", number, "Riverside Arena").into_iter().collect();
        notes.insert(STAFF.to_owned(), "7".to_owned());
        notes.insert(LINES.to_owned(), "4820193756:50000,4820193757:30000".to_owned());
        let code = |reference: &str, notes: &BTreeMap<String, String>| QrCode {
            id: "qr_1".parse().unwrap(),
            amount: Some(amount),
            content: None,
            image_url: None,
            is_open: false,
            payments: 1,
            reference: Some(reference.to_owned()),
            notes: notes.clone(),
            created_at: None,
        };
        let ours = code("4820193756-qr-9f3a61c2d07b4e58", &notes);
        assert_eq!(qr_ownership(&ours, "play.example.in"), Ownership::Ours(number, amount));
        let theirs = Some("play.example.in".to_owned());
        assert_eq!(qr_ownership(&ours, "staging.example.in"), Ownership::Unsure(number, amount, theirs));
        assert_eq!(qr_ownership(&code("4820193756-80000", &notes), "play.example.in"), Ownership::Others);

        let (staff, lines) = noted_bill(&notes, amount).unwrap();
        assert_eq!((staff, lines.len(), lines[1].amount), (StaffId(7), 2, Money::from_rupees(300)));
        assert_eq!(noted_bill(&notes, Money::from_rupees(700)), None, "another sum");
        for bad in ["", "4820193756", "4820193756:80000,", "4820193756:90000,4820193757:-10000", "x:80000"] {
            notes.insert(LINES.to_owned(), bad.to_owned());
            assert_eq!(noted_bill(&notes, amount), None, "{bad}");
        }
    }

    #[test]
    fn the_address_is_the_same_however_it_is_written() {
        for url in ["https://play.example.in", "http://Play.example.in/", " https://play.example.in// "] {
            assert_eq!(site(url), "play.example.in", "{url}");
        }
    }
}

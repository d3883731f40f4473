//! How our orders at the provider are recognised: other software of the operator may use the same account, and so may
//! another installation of this program.

use sideout_domain::{bill::is_provider_reference, money::Money, order::OrderNumber};
use sideout_providers::payments::ListedOrder;

/// Longest value of a note that is written, in characters; the provider accepts 256.
const LONGEST_NOTE: usize = 200;

/// The keys of the notes.
const ORDER: &str = "order";
const VENUE: &str = "venue";
const SITE: &str = "site";

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

/// Which software opened an order in the account's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ownership {
    /// Opened by this installation: reference, notes and address are ours.
    Ours(OrderNumber, Money),
    /// Reference and notes have our form, but the address is a different one, or missing as in notes of older versions.
    Unsure(OrderNumber, Money, Option<String>),
    /// Opened by other software.
    Others,
}

/// Which software opened `listed`, seen from the installation at `site`.
pub(super) fn ownership(listed: &ListedOrder, site: &str) -> Ownership {
    let noted = |name: &str| listed.notes.get(name).map(String::as_str);
    let number = noted(ORDER).and_then(|number| number.parse::<OrderNumber>().ok());
    let (Some(number), Some(amount)) = (number, listed.amount) else { return Ownership::Others };
    let is_reference = |receipt: &str| is_provider_reference(receipt, number, amount);
    if !listed.receipt.as_deref().is_some_and(is_reference) || noted(VENUE).is_none() {
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
    fn the_address_is_the_same_however_it_is_written() {
        for url in ["https://play.example.in", "http://Play.example.in/", " https://play.example.in// "] {
            assert_eq!(site(url), "play.example.in", "{url}");
        }
    }
}

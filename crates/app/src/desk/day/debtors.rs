//! Names players who have played and not paid, for the message about a closed day. The names are read when the
//! message is shown: a closed day stores the numbers of the bookings, so an erasure changes neither the day nor its
//! digest.

use jiff::Timestamp;
use sideout_domain::{order::OrderNumber, person::Phone};
use sideout_store::{Board, Session, StoreError, accounts::Customers};

use super::facts::DayFacts;

/// The most players who are named.
pub(super) const MOST_NAMES: usize = 5;

/// A player who has played and not paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Debtor {
    /// First name and initial: `Karan M`.
    pub(super) name: String,
    /// The number with its middle left out, `98••• ••210`; `None` for a guest without a number.
    pub(super) phone: Option<String>,
}

/// The first players of `facts.unpaid`, in its order; at most [`MOST_NAMES`]. A player who may not or cannot be named is "a former player".
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn name_debtors(
    tx: &mut dyn Session,
    facts: &DayFacts,
    now: Timestamp,
) -> Result<Vec<Debtor>, StoreError> {
    let mut debtors = Vec::new();
    for unpaid in facts.unpaid.iter().take(MOST_NAMES) {
        let number = unpaid.order.and_then(|number| OrderNumber::try_from(number).ok());
        let booking = match number {
            Some(number) => Board(tx).find_booking(number, now).await?.map(|details| details.booking),
            None => None,
        };
        let is_hidden = match &booking {
            Some(booking) => Customers(tx).is_locked(booking.customer).await?,
            None => true,
        };
        debtors.push(match booking.filter(|_| !is_hidden) {
            Some(booking) => {
                Debtor { name: short_name(&booking.name), phone: booking.phone.as_ref().map(short_phone) }
            }
            None => Debtor { name: "a former player".to_owned(), phone: None },
        });
    }
    Ok(debtors)
}

/// `Karan M`: the first name and the initial of the last one.
fn short_name(name: &str) -> String {
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default();
    match words.next_back().and_then(|last| last.chars().next()) {
        Some(initial) => format!("{first} {initial}"),
        None => first.to_owned(),
    }
}

/// `98••• ••210`: enough for an owner to know whom to call, and too little to call them.
fn short_phone(phone: &Phone) -> String {
    let national = phone.national();
    let (head, tail) = (national.get(..2).unwrap_or_default(), national.get(7..).unwrap_or_default());
    format!("{head}••• ••{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_debtor_is_named_without_the_whole_name_and_number() {
        assert_eq!(["Karan Mehta", "Asha", "Om P. Rao", ""].map(short_name), ["Karan M", "Asha", "Om R", ""]);
        assert_eq!(short_phone(&"9825041210".parse().unwrap()), "98••• ••210");
    }
}

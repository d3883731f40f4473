//! The message for the owner about a closed day, which staff share from the desk: five lines of text in English.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use sideout_domain::{
    money::Money,
    slot::{DAY_MINUTES, StartTime},
};

use super::{
    debtors::Debtor,
    facts::{ClosureFacts, DayFacts},
};

/// When a day was closed, and the characters of its digest.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClosingFacts<'a> {
    pub(super) day: Date,
    pub(super) closed_at: Timestamp,
    pub(super) check: &'a str,
    pub(super) zone: &'a TimeZone,
}

/// The message about a closed day. `debtors` are the first players of `facts.unpaid`.
pub(super) fn message(facts: &DayFacts, debtors: &[Debtor], closing: &ClosingFacts<'_>) -> String {
    let lines = [
        format!("{} · {}", facts.venue, closing.day.strftime("%a %-d %b %Y")),
        hours_line(facts),
        money_line(facts),
        players_line(facts, debtors),
        closed_line(facts, closing),
    ];
    lines.join("\n")
}

fn hours_line(facts: &DayFacts) -> String {
    let DayFacts { sold_minutes, open_minutes, no_shows, unmarked, closures, .. } = facts;
    let share = if *open_minutes > 0 {
        // Half a percent is rounded up.
        format!(" ({} %)", (sold_minutes * 200 + open_minutes) / (open_minutes * 2))
    } else {
        String::new()
    };
    let mut parts = vec![
        format!("{} of {} hours{share}", hours(*sold_minutes), hours(*open_minutes)),
        with_noun(*no_shows, "no-show", "no-shows"),
    ];
    if *unmarked > 0 {
        parts.push(format!("{} not marked", with_noun(*unmarked, "game", "games")));
    }
    parts.extend(closures.iter().map(closure));
    parts.join(" · ")
}

/// `closed 6–8 AM, rain: 3 cancelled, 2 paid back`: the hours, the number of courts unless all are closed, the reason, and what became of
/// the bookings.
fn closure(closure: &ClosureFacts) -> String {
    let ClosureFacts { from_minute, until_minute, courts, reason, ended, paid_back } = closure;
    let mut text = format!("closed {}", span(*from_minute, *until_minute));
    if let Some(courts) = courts {
        text += &format!(" on {}", with_noun(*courts, "court", "courts"));
    }
    let reason = reason.trim();
    if !reason.is_empty() {
        text += &format!(", {reason}");
    }
    let mut ends = Vec::new();
    if *ended > 0 {
        ends.push(format!("{ended} cancelled"));
    }
    if *paid_back > 0 {
        ends.push(format!("{paid_back} paid back"));
    }
    if !ends.is_empty() {
        text += &format!(": {}", ends.join(", "));
    }
    text
}

fn money_line(facts: &DayFacts) -> String {
    let money = &facts.money;
    let mut cash = format!("Cash {}", rupees(money.cash.taken));
    let notes = count_notes(facts);
    if !notes.is_empty() {
        cash += &format!(" ({})", notes.join(", "));
    }
    let mut upi = format!("UPI {}", rupees(money.upi.taken));
    if facts.to_match > 0 {
        upi += &format!(" ({} to match)", facts.to_match);
    }
    let mut parts = vec![cash, upi, format!("Card {}", rupees(money.card.taken))];
    if money.bank.taken != 0 {
        parts.push(format!("Bank {}", rupees(money.bank.taken)));
    }
    parts.push(format!("Online {}", rupees(money.online.taken)));
    parts.join(" · ")
}

/// Whether the cash was counted, by how much the counts differed, and why.
fn count_notes(facts: &DayFacts) -> Vec<String> {
    let difference: i64 = facts.differences.iter().map(|count| count.difference).sum();
    let differs = !facts.differences.is_empty();
    let mut notes = Vec::new();
    if facts.is_shift_open {
        notes.push("not counted".to_owned());
        if differs {
            let counts = if facts.differences.len() == 1 { "earlier count" } else { "earlier counts" };
            notes.push(format!("{counts} {}", signed_rupees(difference)));
        }
    } else if differs {
        let counted = rupees(facts.money.cash.taken + difference);
        notes.push(format!("counted {counted}: {}", signed_rupees(difference)));
    } else if facts.counts > 0 {
        notes.push("counted".to_owned());
    }
    let reasons = facts.differences.iter().map(|count| count.reason.trim());
    notes.extend(reasons.filter(|reason| !reason.is_empty()).map(str::to_owned));
    notes
}

fn players_line(facts: &DayFacts, debtors: &[Debtor]) -> String {
    let back = format!("Back to players {}", rupees(facts.money.returned()));
    let due: i64 = facts.unpaid.iter().map(|unpaid| unpaid.due).sum();
    if due == 0 {
        return format!("{back} · all that was played is paid");
    }
    let named = debtors.iter().map(|debtor| match &debtor.phone {
        Some(phone) => format!("{}, {phone}", debtor.name),
        None => debtor.name.clone(),
    });
    let mut names: Vec<String> = named.collect();
    if facts.unpaid.len() > debtors.len() {
        names.push(format!("{} more", facts.unpaid.len() - debtors.len()));
    }
    format!("{back} · played, not paid {} ({})", rupees(due), names.join("; "))
}

fn closed_line(facts: &DayFacts, closing: &ClosingFacts<'_>) -> String {
    let (day, time) = StartTime::at(closing.closed_at, closing.zone);
    let when = match day == closing.day {
        true => time.to_string(),
        false => format!("{} {time}", day.strftime("%a %-d %b")),
    };
    let by = match &facts.closed_by {
        Some(name) => format!("Closed {when} by {}", first_name(name)),
        None => format!("Closed by itself {when}"),
    };
    format!("{by} · check {}", closing.check)
}

/// `92`, `92.5`: hours to two decimals.
fn hours(minutes: i64) -> String {
    let hundredths = (minutes * 100 + 30) / 60;
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => whole.to_string(),
        (whole, part) if part % 10 == 0 => format!("{whole}.{}", part / 10),
        (whole, part) => format!("{whole}.{part:02}"),
    }
}

fn with_noun(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn rupees(paise: i64) -> String {
    Money::from_paise(paise).to_string().replace('-', "−")
}

fn signed_rupees(paise: i64) -> String {
    if paise > 0 { format!("+{}", rupees(paise)) } else { rupees(paise) }
}

/// `6–8 AM`, `11 AM–1 PM`, `6:30–8 AM`; 1440 is midnight.
fn span(from: i64, until: i64) -> String {
    let half = |minute: i64| if minute / 60 % 24 < 12 { "AM" } else { "PM" };
    let clock = |minute: i64| {
        let hour = (minute / 60 + 11) % 12 + 1;
        match minute % 60 {
            0 => hour.to_string(),
            minute => format!("{hour}:{minute:02}"),
        }
    };
    let end = format!("{} {}", clock(until), half(until));
    if half(from) == half(until) && until < i64::from(DAY_MINUTES) {
        format!("{}–{end}", clock(from))
    } else {
        format!("{} {}–{end}", clock(from), half(from))
    }
}

/// The first word of a name.
fn first_name(name: &str) -> &str {
    name.split_whitespace().next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::day::facts::{CountFacts, Flow, MoneyFacts, UnpaidFacts};

    fn taken(rupees: i64) -> Flow {
        Flow { taken: rupees * 100, returned: 0 }
    }

    fn facts() -> DayFacts {
        DayFacts {
            venue: "Old Mill".to_owned(),
            closed_by: Some("Nisha Trivedi".to_owned()),
            sold_minutes: 92 * 60,
            open_minutes: 187 * 60,
            games: 94,
            no_shows: 2,
            closures: vec![ClosureFacts {
                from_minute: 360,
                until_minute: 480,
                courts: None,
                reason: "rain".to_owned(),
                ended: 3,
                paid_back: 2,
            }],
            money: MoneyFacts {
                cash: Flow { taken: 2_145_000, returned: 180_000 },
                upi: taken(38_200),
                card: taken(4_000),
                bank: Flow::default(),
                online: taken(27_900),
            },
            differences: vec![CountFacts { difference: -5_000, reason: "coins".to_owned() }],
            counts: 2,
            to_match: 2,
            unpaid: vec![UnpaidFacts { order: Some(4_820_193_756), due: 200_000 }],
            ..DayFacts::default()
        }
    }

    fn message_of(facts: &DayFacts, closed_at: &str) -> String {
        let zone = TimeZone::get("Asia/Kolkata").unwrap();
        let closed_at = closed_at.parse().unwrap();
        let day = jiff::civil::date(2026, 11, 22);
        let karan = Debtor { name: "Karan M".to_owned(), phone: Some("98••• ••210".to_owned()) };
        message(facts, &[karan], &ClosingFacts { day, closed_at, check: "K7Q4", zone: &zone })
    }

    fn line(facts: &DayFacts, at: usize) -> String {
        message_of(facts, "2026-11-22T17:42:00Z").lines().nth(at).unwrap().to_owned()
    }

    #[test]
    fn the_message_of_a_day_has_five_lines() {
        let expected = "Old Mill · Sun 22 Nov 2026\n\
             92 of 187 hours (49 %) · 2 no-shows · closed 6–8 AM, rain: 3 cancelled, 2 paid back\n\
             Cash ₹21,450 (counted ₹21,400: −₹50, coins) · UPI ₹38,200 (2 to match) · Card ₹4,000 · Online ₹27,900\n\
             Back to players ₹1,800 · played, not paid ₹2,000 (Karan M, 98••• ••210)\n\
             Closed 11:12 PM by Nisha · check K7Q4";
        assert_eq!(message_of(&facts(), "2026-11-22T17:42:00Z"), expected);
    }

    #[test]
    fn a_day_that_closed_itself_says_so_and_what_was_not_marked() {
        let by_itself = DayFacts { closed_by: None, unmarked: 4, no_shows: 1, closures: vec![], ..facts() };
        let text = message_of(&by_itself, "2026-11-22T21:30:00Z");
        assert!(text.ends_with("Closed by itself Mon 23 Nov 3:00 AM · check K7Q4"), "{text}");
        assert!(text.contains("(49 %) · 1 no-show · 4 games not marked\n"), "{text}");
    }

    #[test]
    fn a_day_without_games_and_money_leaves_out_what_does_not_apply() {
        let quiet = DayFacts { venue: "Old Mill".to_owned(), ..DayFacts::default() };
        assert_eq!(line(&quiet, 1), "0 of 0 hours · 0 no-shows");
        assert_eq!(line(&quiet, 2), "Cash ₹0 · UPI ₹0 · Card ₹0 · Online ₹0");
        assert_eq!(line(&quiet, 3), "Back to players ₹0 · all that was played is paid");
    }

    #[test]
    fn cash_says_whether_it_was_counted() {
        let exact = DayFacts { differences: vec![], ..facts() };
        assert!(line(&exact, 2).starts_with("Cash ₹21,450 (counted) · "));
        let open = DayFacts { is_shift_open: true, ..facts() };
        assert!(line(&open, 2).starts_with("Cash ₹21,450 (not counted, earlier count −₹50, coins) · "));
        let fitting = DayFacts { is_shift_open: true, ..exact };
        assert!(line(&fitting, 2).starts_with("Cash ₹21,450 (not counted) · "));
        let over = DayFacts {
            differences: vec![
                CountFacts { difference: 7_050, reason: String::new() },
                CountFacts { difference: -2_000, reason: "tip jar".to_owned() },
            ],
            ..facts()
        };
        assert!(line(&over, 2).starts_with("Cash ₹21,450 (counted ₹21,500.50: +₹50.50, tip jar) · "));
        let over_and_open = DayFacts { is_shift_open: true, ..over };
        assert!(
            line(&over_and_open, 2)
                .starts_with("Cash ₹21,450 (not counted, earlier counts +₹50.50, tip jar) · ")
        );
        let mut voided = facts();
        voided.money.cash.taken = -80_000;
        voided.money.bank.taken = 50_000;
        voided.differences.clear();
        assert!(line(&voided, 2).starts_with("Cash −₹800 (counted) · "));
        assert!(line(&voided, 2).contains("Card ₹4,000 · Bank ₹500 · Online"));
    }

    #[test]
    fn the_first_five_who_did_not_pay_are_named() {
        let unpaid = |n: i64| UnpaidFacts { order: Some(n), due: 80_000 };
        let many = DayFacts { unpaid: (1..=7).map(unpaid).collect(), ..facts() };
        let debtor = |n: usize| Debtor { name: format!("Guest {n}"), phone: None };
        let debtors: Vec<_> = (1..=crate::desk::day::debtors::MOST_NAMES).map(debtor).collect();
        assert_eq!(
            players_line(&many, &debtors),
            "Back to players ₹1,800 · played, not paid ₹5,600 (Guest 1; Guest 2; Guest 3; Guest 4; Guest 5; 2 more)"
        );
    }

    #[test]
    fn hours_drop_trailing_zeros_and_spans_drop_a_repeated_am_or_pm() {
        assert_eq!([0, 30, 45, 5_550, 50].map(hours), ["0", "0.5", "0.75", "92.5", "0.83"]);
        assert_eq!(span(360, 480), "6–8 AM");
        assert_eq!(span(390, 480), "6:30–8 AM");
        assert_eq!(span(660, 780), "11 AM–1 PM");
        assert_eq!(span(1_260, 1_440), "9 PM–12 AM");
        assert_eq!(span(0, 60), "12–1 AM");
        assert_eq!(span(0, 1_440), "12 AM–12 AM");
    }

    #[test]
    fn a_closure_of_some_courts_says_how_many() {
        let some = ClosureFacts {
            from_minute: 360,
            until_minute: 1_380,
            courts: Some(1),
            reason: " net repair ".to_owned(),
            ended: 0,
            paid_back: 0,
        };
        assert_eq!(closure(&some), "closed 6 AM–11 PM on 1 court, net repair");
    }
}

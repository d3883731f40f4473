//! The sample operator's players.

use rand::{RngExt as _, rngs::StdRng};
use sideout_domain::{
    CustomerId,
    person::{Birthdate, Gender, PasswordHash},
};
use sideout_store::accounts::NewCustomer;

use crate::failure::Failure;

/// The number of players: enough that, taking turns, none has more future games than allowed.
pub(super) const PEOPLE: usize = 720;

const WOMEN: [&str; 24] = [
    "Aarohi", "Bhavna", "Charmi", "Dhara", "Disha", "Falguni", "Hetal", "Isha", "Janki", "Jigna", "Kavya",
    "Komal", "Krupa", "Mansi", "Mira", "Nidhi", "Pooja", "Riddhi", "Rinal", "Sejal", "Shreya", "Tanvi",
    "Urvi", "Zeel",
];
const MEN: [&str; 24] = [
    "Aakash", "Bhavesh", "Chirag", "Darshan", "Dev", "Farhan", "Gaurang", "Harsh", "Imran", "Jay", "Jignesh",
    "Karan", "Kunal", "Manav", "Mihir", "Neel", "Parth", "Pratik", "Rohan", "Samir", "Smit", "Utsav",
    "Vivek", "Yash",
];
const FAMILIES: [&str; 30] = [
    "Amin",
    "Bhatt",
    "Bhavsar",
    "Brahmbhatt",
    "Chauhan",
    "Chokshi",
    "Contractor",
    "Dalal",
    "Dave",
    "Desai",
    "Gandhi",
    "Gohil",
    "Iyer",
    "Jadeja",
    "Joshi",
    "Kapadia",
    "Kothari",
    "Mehta",
    "Modi",
    "Nair",
    "Pandya",
    "Parikh",
    "Pathan",
    "Rana",
    "Raval",
    "Shah",
    "Solanki",
    "Thakkar",
    "Trivedi",
    "Vyas",
];

/// All sample players, with phone numbers from +919898000001 on.
pub(super) fn generate_people(
    rng: &mut StdRng,
    password: &PasswordHash,
) -> Result<Vec<(CustomerId, NewCustomer)>, Failure> {
    (0..PEOPLE).map(|i| generate_person(i, rng, password)).collect()
}

fn generate_person(
    i: usize,
    rng: &mut StdRng,
    password: &PasswordHash,
) -> Result<(CustomerId, NewCustomer), Failure> {
    let (names, gender) = if i.is_multiple_of(2) { (WOMEN, Gender::Female) } else { (MEN, Gender::Male) };
    let first = names[(i / 2) % names.len()];
    // 24 and 30 have a common divisor: the family names are shifted in every round, or the same full names would repeat.
    let family = FAMILIES[(i / 2 + i / 48 * 7) % FAMILIES.len()];
    let broken = |what: &str| Failure::new(format!("sample player {i}: {what} does not fit"));
    let year = rng.random_range(1968..2007);
    let day = jiff::civil::Date::new(year, rng.random_range(1..=12), rng.random_range(1..=28));
    let customer = NewCustomer {
        phone: format!("98980{:05}", i + 1).parse().map_err(|_| broken("the phone"))?,
        full_name: format!("{first} {family}").parse().map_err(|_| broken("the name"))?,
        email: format!("{first}.{family}{i}@example.in")
            .to_lowercase()
            .parse()
            .map_err(|_| broken("the mail address"))?,
        birthdate: Birthdate::stored(day.map_err(|_| broken("the day of birth"))?),
        gender,
        password_hash: password.clone(),
    };
    Ok((CustomerId(rng.random_range(100_000_000_000..900_000_000_000)), customer))
}

//! Mistakes of the operator's file are reported with their lines.

use sideout_app::operator::parse_operator_file;
use sideout_domain::{coupon::Discount, money::Money, price::price_of, slot::StartTime};

use crate::sample::{FILE, file_with_special_days};

/// A line with a name of 61 characters.
const LONG_NAME: &str = "name = \"Baroda Baroda Baroda Baroda Baroda Baroda Baroda Baroda Barod\"";
/// A line with seven spans of hours.
const SEVEN_SPANS: &str = "sunday = \"5:00 AM - 5:00 AM, 6:00 AM - 6:00 AM, 7:00 AM - 7:00 AM, 8:00 AM - 8:00 AM, 9:00 AM - 9:00 AM, 10:00 AM - 10:00 AM, 11:00 AM - 11:00 AM\"";

fn problems(text: &str) -> Vec<String> {
    let problems = parse_operator_file(text).unwrap_err();
    problems.0.iter().map(ToString::to_string).collect()
}

#[test]
fn a_correct_file_is_read_as_it_is_written() {
    let file = parse_operator_file(FILE).unwrap();
    let venue = &file.venues[0];
    let week = &venue.hours.weeks[0].days;
    assert_eq!(week.iter().filter(|day| !day.is_empty()).count(), 6);
    assert!(week[6].is_empty(), "Sunday is closed");
    assert_eq!(venue.courts.iter().map(|court| court.id.0).collect::<Vec<_>>(), [101, 102]);
    let price = |court: usize, day: &str, time: &str| {
        let start: StartTime = time.parse().unwrap();
        price_of(&venue.prices, &venue.courts[court], day.parse().unwrap(), start).unwrap().to_string()
    };
    assert_eq!(price(0, "2026-11-23", "9:00 AM"), "₹800");
    assert_eq!(price(0, "2026-11-23", "12:00 PM"), "₹499.50");
    assert_eq!(price(1, "2026-11-23", "12:00 PM"), "₹900");
    let coupon = &file.coupons[0];
    assert_eq!(
        (coupon.code.as_str(), coupon.discount),
        ("WELCOME50", Discount::Flat(Money::from_rupees(50)))
    );
    assert_eq!(
        coupon.ends_at.unwrap().to_string(),
        "2026-12-31T18:30:00Z",
        "it is valid on the whole last day in India"
    );
}

#[test]
fn mistakes_are_reported_with_their_lines() {
    let mistakes = [
        // (text of the correct file, its replacement, the line, part of the message)
        ("name = \"Test Club\"", "nmae = \"Test Club\"", 2, "not known here; allowed are accent"),
        ("name = \"Test Club\"", "", 1, "brand.name: is missing"),
        ("name = \"Test Club\"", LONG_NAME, 2, "has 61 characters; 60 are the most"),
        ("name = \"Test Club\"", "name = \"Test \\u202EClub\"", 2, "cannot be seen (U+202E)"),
        ("name = \"North\"", "name = \"No\\u0007rth\"", 11, "cannot be seen (U+0007)"),
        ("phone = \"+912650000100\"", "phone = \"0265 100\"", 3, "country code"),
        ("phone = \"+912650000100\"", "phone = 912650000100", 3, "a text in quotes, not a whole number"),
        ("email = \"hello@club.example\"", "email = \"hello\"", 4, "no mail address"),
        (
            "address = \"1 Test Road\"",
            "address = \"1 Test Road\"\nwhatsapp_url = \"http://x\"",
            6,
            "https://",
        ),
        ("address = \"1 Test Road\"", "address = \"1\"\ntimezone = \"Baroda\"", 6, "Asia/Kolkata"),
        (
            "address = \"1 Test Road\"",
            "address = \"1\"\ngstin = \"24aa\"",
            6,
            "\"24aa\" is no GSTIN: a GSTIN has 15 characters",
        ),
        (
            "address = \"1 Test Road\"",
            "address = \"1\"\ngstin = \"24AAQFB2741K1Z6\"",
            6,
            "is no GSTIN: a character is wrong: the last one does not fit the others; copy the GSTIN from",
        ),
        (
            "address = \"1 Test Road\"",
            "address = \"1\"\ngstin = \"77AAQFB2741K1Z6\"",
            6,
            "is no GSTIN: a GSTIN begins with the number of a State, from 01 to 38, or 97 or 99",
        ),
        (
            "address = \"1 Test Road\"",
            "address = \"1\"\nterms_since = \"soon\"",
            6,
            "write it like 2026-11-24",
        ),
        ("address = \"1 Test Road\"", "address = \"1\"\npaddle_fee = -1", 6, "is no price"),
        ("address = \"1 Test Road\"", "address = \"1\"\naccent = \"lime\"", 6, "like #c8e600"),
        (
            "address = \"1 Test Road\"",
            "address = \"1\"\ncourt = \"#4fc3f7\"",
            6,
            "the nearest that can be read is #",
        ),
        ("[[sport]]\nid = 1", "[[sport]]\nid = 2", 9, "sport 1 is not in this file"),
        ("[[venue]]\nid = 1", "[[venue]]\nid = 0", 10, "from 1 to 9999"),
        ("[[venue]]\nid = 1", "[[venue]]\nid = \"1\"", 10, "must be a whole number, not a text"),
        ("image = \"north.svg\"", "", 9, "venue[1].image: is missing"),
        ("image = \"north.svg\"", "image = \"\"", 14, "is empty; write for example image = \"pictures/"),
        ("name = \"North\"", "name = \" \"", 11, "venue[1].name: is empty; write for example name = "),
        ("address = \"1 Test Road\"", "address = \"1\"\nshort_name = \"\"", 6, "or leave it out"),
        (
            "image = \"north.svg\"",
            "image = \"n.svg\"\nplay_minutes = 61",
            15,
            "longer than slot_minutes (60)",
        ),
        ("image = \"north.svg\"", "image = \"n.svg\"\nfacilities = [\"fb\", 3]", 15, "facilities[2]"),
        (
            "image = \"north.svg\"",
            "image = \"n.svg\"\nfacilities = [\"fb\", \"\"]",
            15,
            "facilities[2]: is empty; write something or leave it out",
        ),
        ("\"6:00 AM - 10:00 PM\"", "\"6 to 10\"", 16, "first and the last start"),
        ("\"6:00 AM - 10:00 PM\"", "\"10:00 PM - 6:00 AM\"", 16, "is before the first one, 10:00 PM; write"),
        (
            "\"6:00 AM - 10:00 PM\"",
            "\"6:00 AM - 11:00 AM, 11:30 AM - 10:00 PM\"",
            16,
            "the hours from 11:30 AM begin before the slots before them have ended; a slot lasts 60 minutes",
        ),
        ("\"6:00 AM - 10:00 PM\"", "\"6:00 AM - 11:00 AM, evening\"", 16, "several with commas"),
        ("image = \"north.svg\"", "image = \"n.svg\"\nhorizon_days = 91", 15, "from 1 to 90"),
        ("image = \"north.svg\"", "image = \"n.svg\"\nlead_minutes = -1", 15, "from 0 to 2880"),
        (
            "[[venue.court]]\nnumber = 1",
            "[[venue.special_day]]\ndate = 2026-11-24\nhours = \"closed\"\n[[venue.court]]\nnumber = 1",
            18,
            "label: is missing; write for example label = \"Diwali\"",
        ),
        (
            "[[venue.court]]\nnumber = 1",
            "[[venue.hours_from]]\nevery_day = \"closed\"\n[[venue.court]]\nnumber = 1",
            18,
            "like date = 2026-12-01",
        ),
        (
            "sunday = \"closed\"",
            SEVEN_SPANS,
            17,
            "more than 6 spans of hours on one day; join or leave out some",
        ),
        ("sunday = \"closed\"", "sonntag = \"closed\"", 17, "allowed are every_day, friday, monday"),
        ("number = 2", "number = 1", 22, "another court of this venue"),
        ("type = \"indoor\"", "type = \"roof\"", 23, "write \"outdoor\" or \"indoor\""),
        (
            "[[venue.price]]\nrupees = 800",
            "[[venue.price]]\ndays = \"sat\"\nrupees = 800",
            24,
            "a default is missing",
        ),
        ("rupees = 499.50", "rupees = 499.505", 30, "is no price"),
        ("rupees = 499.50", "rupees = -5", 30, "is no price"),
        ("rupees = 499.50", "", 26, "rupees: is missing"),
        ("days = \"mon-fri\"", "days = \"workdays\"", 27, "\"mon-fri\""),
        ("days = \"mon-fri\"", "days = []", 27, "names no day"),
        ("days = \"mon-fri\"", "date = 2026-13-01", 27, ""),
        ("from = \"12:00 PM\"", "from = \"25:00\"", 28, "\"6:00 AM\""),
        ("until = \"6:00 PM\"", "until = \"9:00 AM\"", 29, "later than from"),
        ("courts = \"indoor\"", "courts = \"roof\"", 32, "court numbers like [5, 6]"),
        ("courts = \"indoor\"", "courts = [7]", 32, "no court 7"),
        ("code = \"welcome50\"", "code = \"welcome 50\"", 35, "letters from A to Z and digits"),
        ("flat = 50", "", 34, "flat = 50 (rupees) or percent = 10"),
        ("flat = 50", "flat = 50\npercent = 5", 37, "not both"),
        ("flat = 50", "percent = 120", 36, "from 0.01 to 100"),
        ("until = 2026-12-31", "until = 2026-12-31\nfrom = 2027-01-01", 37, "before from"),
        ("until = 2026-12-31", "until = \"soon\"", 37, "write it like 2026-11-24"),
        ("until = 2026-12-31", "venues = [9]", 37, "no venue 9"),
        ("until = 2026-12-31", "[[coupon]]\ncode = \"WELCOME50\"\nflat = 1", 37, "is used twice"),
        (
            "name = \"Pickleball\"",
            "name = \"Pickleball\"\n[[sport]]\nid = 1\nname = \"Tennis\"",
            9,
            "sport[2].id: 1 is the id of another sport already",
        ),
        ("[[sport]]", "[[sport]", 6, ""),
    ];
    let mut unreported = Vec::new();
    for (correct, wrong, line, message) in mistakes {
        assert!(FILE.contains(correct), "{correct}");
        let problems = problems(&FILE.replacen(correct, wrong, 1));
        let starts = format!("line {line}: ");
        if !problems.iter().any(|problem| problem.starts_with(&starts) && problem.contains(message)) {
            unreported.push(format!("{wrong:?}: expected line {line} with {message:?}, got {problems:#?}"));
        }
    }
    assert!(unreported.is_empty(), "{}", unreported.join("\n"));
}

#[test]
fn hours_and_dates_that_are_wrong_are_not_called_missing() {
    let special = |date: &str, hours: &str| {
        format!("[[venue.special_day]]\ndate = {date}\nlabel = \"Diwali\"\nhours = {hours}")
    };
    let from = |date: &str| format!("[[venue.hours_from]]\ndate = {date}\nevery_day = \"closed\"");
    let cases = [
        (special("2026-11-24", "5"), "special_day[1].hours: must be a text in quotes, not a whole number"),
        (special("2026-11-24", "\"\""), "special_day[1].hours: is empty; write the first and the last start"),
        (special("\"soon\"", "\"closed\""), "special_day[1].date: soon is no day; write it like"),
        (from("\"2026-13-01\""), "hours_from[1].date: 2026-13-01 is no day; write it like"),
        (from("5"), "hours_from[1].date: must be a day like 2026-11-24, not a whole number"),
    ];
    for (table, message) in cases {
        let with_table = format!("{table}\n[[venue.court]]\nnumber = 1");
        let refused = problems(&FILE.replacen("[[venue.court]]\nnumber = 1", &with_table, 1));
        assert!(refused.len() == 1 && refused[0].contains(message), "{table}: {refused:?}");
    }
}

#[test]
fn a_wrong_discount_of_a_coupon_has_one_problem() {
    let mistakes = [
        ("flat = \"fifty\"", "must be rupees as a number, like 800 or 799.50, not a text"),
        ("flat = 49.999", "49.999 is no price; write rupees from 0 to"),
        ("flat = 0", "must be more than 0 rupees"),
    ];
    for (wrong, message) in mistakes {
        let refused = problems(&FILE.replacen("flat = 50", wrong, 1));
        let expected = format!("line 36: coupon[1].flat: {message}");
        assert!(refused.len() == 1 && refused[0].starts_with(&expected), "{refused:?}");
    }
}

#[test]
fn coupons_without_a_code_do_not_share_one() {
    let text = FILE.replacen("code = \"welcome50\"\n", "", 1) + "[[coupon]]\nflat = 1\n";
    let refused = problems(&text);
    assert_eq!(refused.len(), 2, "{refused:?}");
    for problem in &refused {
        assert!(problem.contains("code: is missing; write for example code = "), "{problem}");
    }
}

#[test]
fn ids_and_numbers_that_are_missing_or_not_allowed_are_not_called_those_of_others() {
    let venue = &FILE[FILE.find("[[venue]]").unwrap()..FILE.find("[[coupon]]").unwrap()];
    let without_id = venue.replacen("id = 1\n", "", 1);
    let cases = [
        ("[[venue]]\n", "[[sport]]\nname = \"Tennis\"\n[[venue]]\n".to_owned(), "sport[2].id: is missing"),
        (
            "[[sport]]\n",
            "[[sport]]\nid = 0\nname = \"Tennis\"\n[[sport]]\n".to_owned(),
            "sport[1].id: must be a whole number from 1 to 99",
        ),
        ("[[coupon]]\n", format!("{without_id}[[coupon]]\n"), "venue[2].id: is missing"),
        ("number = 2", "number = 0".to_owned(), "court[2].number: must be a whole number from 1 to 99"),
    ];
    for (correct, wrong, message) in cases {
        let refused = problems(&FILE.replacen(correct, &wrong, 1));
        assert!(refused.len() == 1 && refused[0].contains(message), "{wrong}: {refused:?}");
    }
}

#[test]
fn legal_details_are_read_and_the_missing_ones_are_named() {
    let bare = parse_operator_file(FILE).unwrap().brand.unwrap();
    let missing: Vec<_> = bare.missing_details().iter().map(|detail| detail.key).collect();
    assert_eq!(
        missing,
        [
            "brand.grievance_officer",
            "brand.grievance_email",
            "brand.gstin",
            "brand.jurisdiction",
            "brand.terms_since"
        ]
    );
    assert_eq!(bare.paddle_fee_paise, 250_000);
    let facts = "address = \"1 Test Road\"\ngrievance_officer = \"A B\"\ngrievance_email = \"a@b.example\"\n\
                 gstin = \"24 aaqfb 2741k 1zc\"\njurisdiction = \"Vadodara\"\nterms_since = 2026-11-01\npaddle_fee = 1999.50";
    let file = parse_operator_file(&FILE.replacen("address = \"1 Test Road\"", facts, 1)).unwrap();
    let brand = file.brand.unwrap();
    assert_eq!(brand.missing_details(), []);
    assert_eq!(brand.gstin.as_deref(), Some("24AAQFB2741K1ZC"), "as it is printed, however it was typed");
    assert_eq!((brand.terms_since.as_deref(), brand.paddle_fee_paise), (Some("2026-11-01"), 199_950));
}

#[test]
fn all_mistakes_are_reported_at_once_in_the_order_of_their_lines() {
    let text = FILE
        .replacen("type = \"indoor\"", "type = \"indoor\"\ncolour = \"red\"", 1)
        .replacen("rupees = 800", "rupees = \"a lot\"", 1)
        .replacen("flat = 50", "flat = 0", 1)
        .replacen("[brand]", "[brands]", 1);
    let problems = problems(&text);
    let lines: Vec<_> = problems.iter().map(|problem| problem.split(':').next().unwrap()).collect();
    assert_eq!(lines, ["line 1", "line 24", "line 26", "line 37"], "{problems:#?}");
}

#[test]
fn a_venue_has_at_most_800_special_days_past_ones_included() {
    let file = |count| file_with_special_days("2026-01-01".parse().unwrap(), count);
    assert_eq!(parse_operator_file(&file(800)).unwrap().venues[0].hours.special_days.len(), 800);
    let refused = problems(&file(801));
    let message = "venue[1].special_day: there are more than 800; leave the oldest out";
    assert!(refused.len() == 1 && refused[0].ends_with(message), "{refused:?}");
}

#[test]
fn a_file_without_a_venue_is_refused() {
    assert_eq!(problems(""), ["line 1: venue: there is none; an operator needs at least one [[venue]]"]);
}

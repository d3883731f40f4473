//! Checks a brand that is typed at the desk.

use jiff::{civil::Date, tz::TimeZone};
use sideout_domain::{
    colour::{Colour, ColourRole},
    gstin::{Gstin, NotAGstin},
    price::HIGHEST_PRICE,
    public_text::{LONGEST_NAME, LONGEST_TEXT, UnfitText, check_text, is_link, is_mail_address, is_phone},
};

use crate::platform::{
    brand::{Brand, DEFAULT_HERO_TITLE, DEFAULT_TAGLINE, NOT_PRINTED},
    settings::{LONGEST_LINE, Rule},
};

/// The highest charge for a damaged paddle, in paise.
const MOST_PADDLE_FEE: i64 = HIGHEST_PRICE.paise();

/// An invalid field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadField {
    /// Its name, as in [`Brand`].
    pub field: &'static str,
    /// What is wrong, for programs and translations, such as `required` or `gstin_state`.
    pub wrong: &'static str,
    /// For a colour that is hard to read: the nearest one that can be read.
    pub nearest: Option<Colour>,
}

impl BadField {
    /// An invalid field without a nearest colour.
    pub fn new(field: &'static str, wrong: &'static str) -> Self {
        BadField { field, wrong, nearest: None }
    }
}

/// Checks a typed brand and returns it in its stored form. Its map may be on one of `map_hosts`, which are origins such as
/// `https://www.google.com`: pages block frames of other sites.
///
/// # Errors
/// Each invalid field.
pub(super) fn check_brand(typed: Brand, map_hosts: &[String]) -> Result<Brand, Vec<BadField>> {
    let brand = tidied(typed);
    let mut bad = Vec::new();
    for (field, text, most) in [
        ("name", &brand.name, LONGEST_NAME),
        ("short_name", &brand.short_name, LONGEST_NAME),
        ("tagline", &brand.tagline, LONGEST_TEXT),
        ("hero_title", &brand.hero_title, LONGEST_TEXT),
        ("phone", &brand.phone, LONGEST_TEXT),
        ("email", &brand.email, LONGEST_TEXT),
        ("address", &brand.address, LONGEST_TEXT),
        ("legal_name", &brand.legal_name, LONGEST_TEXT),
    ] {
        let wrong = if text.is_empty() { Some("required") } else { unfit(text, most) };
        bad.extend(wrong.map(|wrong| BadField::new(field, wrong)));
    }
    for (field, link) in [
        ("whatsapp_url", &brand.whatsapp_url),
        ("community_url", &brand.community_url),
        ("coaching_url", &brand.coaching_url),
        ("instagram_url", &brand.instagram_url),
        ("facebook_url", &brand.facebook_url),
        ("map_embed_url", &brand.map_embed_url),
    ] {
        let wrong = link
            .as_ref()
            .and_then(|link| unfit(link, LONGEST_TEXT).or_else(|| (!is_link(link)).then_some("link")));
        bad.extend(wrong.map(|wrong| BadField::new(field, wrong)));
    }
    for (field, text) in [
        ("grievance_officer", &brand.grievance_officer),
        ("grievance_email", &brand.grievance_email),
        ("jurisdiction", &brand.jurisdiction),
    ] {
        let wrong = text.as_ref().and_then(|text| unfit(text, LONGEST_TEXT));
        bad.extend(wrong.map(|wrong| BadField::new(field, wrong)));
    }
    let gstin = brand.gstin.as_deref().and_then(|gstin| gstin.parse::<Gstin>().err());
    let is_day = |text: &str| text.len() == 10 && text.parse::<Date>().is_ok();
    let is_bad_mail = |email: &Option<String>| email.as_ref().is_some_and(|email| !is_mail_address(email));
    let is_blocked = |map: &str| !is_on_one_of(map, map_hosts);
    for (field, wrong) in [
        ("map_embed_url", brand.map_embed_url.as_deref().filter(|map| is_blocked(map)).map(|_| "map_host")),
        ("phone", (!brand.phone.is_empty() && !is_phone(&brand.phone)).then_some("phone")),
        ("email", (!brand.email.is_empty() && !is_mail_address(&brand.email)).then_some("mail")),
        ("grievance_email", is_bad_mail(&brand.grievance_email).then_some("mail")),
        ("gstin", gstin.map(wrong_gstin)),
        ("terms_since", brand.terms_since.as_deref().filter(|day| !is_day(day)).map(|_| "date")),
        ("paddle_fee_paise", (!(0..=MOST_PADDLE_FEE).contains(&brand.paddle_fee_paise)).then_some("range")),
        ("timezone", TimeZone::get(&brand.timezone).is_err().then_some("zone")),
    ] {
        let is_new = bad.iter().all(|known| known.field != field);
        bad.extend(wrong.filter(|_| is_new).map(|wrong| BadField::new(field, wrong)));
    }
    bad.extend(wrong_rules(&brand));
    for (field, text, role) in
        [("accent", &brand.accent, ColourRole::Accent), ("court", &brand.court, ColourRole::Court)]
    {
        match text.as_deref().map(str::parse::<Colour>) {
            Some(Ok(colour)) if !role.is_readable(colour) => {
                let nearest = Some(role.nearest_readable(colour));
                bad.push(BadField { nearest, ..BadField::new(field, "contrast") });
            }
            Some(Err(_)) => bad.push(BadField::new(field, "colour")),
            Some(Ok(_)) | None => {}
        }
    }
    if bad.is_empty() { Ok(brand) } else { Err(bad) }
}

/// Whether a link leads to one of `sites`.
fn is_on_one_of(link: &str, sites: &[String]) -> bool {
    sites.iter().any(|site| {
        let rest = link.strip_prefix(site.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
    })
}

/// The operator's own rules that are not within their ranges, and the lines of receipts that cannot be printed.
fn wrong_rules(brand: &Brand) -> impl Iterator<Item = BadField> + use<> {
    let numbers = [
        ("hold_seconds", Rule::HoldSeconds, brand.hold_seconds.map(i64::from)),
        ("online_hold_seconds", Rule::OnlineHoldSeconds, brand.online_hold_seconds.map(i64::from)),
        ("max_open_unpaid", Rule::MaxOpenUnpaid, brand.max_open_unpaid.map(i64::from)),
        ("max_no_shows", Rule::MaxNoShows, brand.max_no_shows.map(i64::from)),
        ("reminder_minutes", Rule::ReminderMinutes, brand.reminder_minutes.map(i64::from)),
        ("cancel_cutoff_minutes", Rule::CancelCutoffMinutes, brand.cancel_cutoff_minutes.map(i64::from)),
        ("bank_charge_paise", Rule::BankChargePaise, brand.bank_charge_paise),
        ("refund_weekday", Rule::RefundWeekday, brand.refund_weekday.map(i64::from)),
        ("refund_minute", Rule::RefundMinute, brand.refund_minute.map(i64::from)),
        ("min_age", Rule::MinAge, brand.min_age.map(i64::from)),
        ("gst_rate", Rule::GstRate, brand.gst_rate.map(i64::from)),
    ];
    let is_out = |(_, rule, number): &(&str, Rule, Option<i64>)| number.is_some_and(|n| !rule.allows(n));
    let out = numbers.into_iter().filter(is_out).map(|(field, ..)| BadField::new(field, "rule_range"));
    let lines = [("sac", &brand.sac), ("place_of_supply", &brand.place_of_supply)];
    let unfit = lines.map(|(field, line)| {
        let wrong = line.as_ref().and_then(|line| unfit(line, LONGEST_LINE));
        wrong.map(|wrong| BadField::new(field, wrong))
    });
    out.chain(unfit.into_iter().flatten())
}

/// What is wrong with a line of at most `most` characters: `length` or `hidden`; `None` if it is valid.
pub(super) fn unfit(text: &str, most: usize) -> Option<&'static str> {
    check_text(text, most).err().map(|unfit| match unfit {
        UnfitText::TooLong { .. } => "length",
        UnfitText::Hidden(_) => "hidden",
    })
}

fn wrong_gstin(reason: NotAGstin) -> &'static str {
    match reason {
        NotAGstin::Length => "gstin_length",
        NotAGstin::Form => "gstin_form",
        NotAGstin::State => "gstin_state",
        NotAGstin::Check => "gstin_check",
    }
}

fn tidied(typed: Brand) -> Brand {
    let text = |text: String| text.trim().to_owned();
    let or = |text: String, otherwise: &str| match text.trim() {
        "" => otherwise.to_owned(),
        text => text.to_owned(),
    };
    let optional =
        |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    // The operator's file has this word for a line that is not printed, so an export and import would make it one.
    let printed = |line: String| match line.trim() {
        NOT_PRINTED => String::new(),
        line => line.to_owned(),
    };
    let name = text(typed.name);
    Brand {
        short_name: or(typed.short_name, &name),
        tagline: or(typed.tagline, DEFAULT_TAGLINE),
        hero_title: or(typed.hero_title, DEFAULT_HERO_TITLE),
        phone: tidy_phone(&typed.phone),
        email: text(typed.email),
        whatsapp_url: optional(typed.whatsapp_url),
        community_url: optional(typed.community_url),
        coaching_url: optional(typed.coaching_url),
        instagram_url: optional(typed.instagram_url),
        facebook_url: optional(typed.facebook_url),
        map_embed_url: optional(typed.map_embed_url),
        address: text(typed.address),
        legal_name: or(typed.legal_name, &name),
        grievance_officer: optional(typed.grievance_officer),
        grievance_email: optional(typed.grievance_email),
        gstin: optional(typed.gstin)
            .map(|text| text.parse::<Gstin>().map_or(text, |gstin| gstin.to_string())),
        jurisdiction: optional(typed.jurisdiction),
        terms_since: optional(typed.terms_since),
        paddle_fee_paise: typed.paddle_fee_paise,
        timezone: text(typed.timezone),
        accent: optional(typed.accent).map(|text| text.to_ascii_lowercase()),
        logo: typed.logo,
        court: optional(typed.court).map(|text| text.to_ascii_lowercase()),
        hold_seconds: typed.hold_seconds,
        online_hold_seconds: typed.online_hold_seconds,
        max_open_unpaid: typed.max_open_unpaid,
        max_no_shows: typed.max_no_shows,
        reminder_minutes: typed.reminder_minutes,
        cancel_cutoff_minutes: typed.cancel_cutoff_minutes,
        bank_charge_paise: typed.bank_charge_paise,
        refund_weekday: typed.refund_weekday,
        refund_minute: typed.refund_minute,
        min_age: typed.min_age,
        gst_rate: typed.gst_rate,
        // An empty text means that the line is not printed. `None` leaves the server's setting in force.
        sac: typed.sac.map(printed),
        place_of_supply: typed.place_of_supply.map(printed),
        texts: typed.texts,
        name,
    }
}

/// `+919825041736` from `98250 41736`, `098250-41736` or `+91 98250 41736`; other texts without the signs between digits.
fn tidy_phone(typed: &str) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !matches!(c, '-' | '(' | ')' | '.');
    let plain: String = typed.trim().chars().filter(is_kept).collect();
    let national = plain.strip_prefix('0').unwrap_or(&plain);
    let is_indian = national.len() == 10 && national.bytes().all(|b| b.is_ascii_digit());
    if is_indian && !national.starts_with('0') { format!("+91{national}") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(brand: Brand) -> Result<Brand, Vec<BadField>> {
        check_brand(brand, &["https://www.google.com".to_owned()])
    }

    fn typed() -> Brand {
        Brand {
            name: " Baroda Pickleball Club ".to_owned(),
            short_name: String::new(),
            tagline: " ".to_owned(),
            hero_title: String::new(),
            phone: "0265 200-0000".to_owned(),
            email: "hello@club.example".to_owned(),
            address: "12 River Road".to_owned(),
            legal_name: String::new(),
            ..Brand::default()
        }
    }

    #[test]
    fn a_brand_gets_the_standard_texts_and_the_usual_form_of_its_numbers() {
        let brand = check(typed()).unwrap();
        assert_eq!(brand.name, "Baroda Pickleball Club");
        assert_eq!((&brand.short_name, &brand.legal_name), (&brand.name, &brand.name));
        assert_eq!(
            (brand.tagline.as_str(), brand.hero_title.as_str()),
            (DEFAULT_TAGLINE, DEFAULT_HERO_TITLE)
        );
        assert_eq!(brand.phone, "+912652000000");
        let gstin = Brand { gstin: Some("27 aapfu 0939f1zv".to_owned()), ..typed() };
        assert_eq!(check(gstin).unwrap().gstin.as_deref(), Some("27AAPFU0939F1ZV"));
        assert_eq!(tidy_phone("98250 41736"), "+919825041736");
        assert_eq!(tidy_phone("+91 (98250) 41736"), "+919825041736");
        assert_eq!(check(check(typed()).unwrap()).unwrap(), brand, "a second time changes nothing");
    }

    #[test]
    fn a_line_of_receipts_that_is_the_word_of_the_file_for_none_is_not_printed() {
        let some = |text: &str| Some(text.to_owned());
        let brand = Brand { sac: some(" none "), place_of_supply: some("none of these"), ..typed() };
        let checked = check(brand).unwrap();
        assert_eq!((checked.sac, checked.place_of_supply), (some(""), some("none of these")));
        let unset = check(typed()).unwrap();
        assert_eq!((unset.sac, unset.place_of_supply), (None, None), "the setting stays in force");
    }

    #[test]
    fn an_invalid_field_says_what_is_wrong_with_it() {
        let some = |text: &str| Some(text.to_owned());
        let cases: [(Brand, &str, &str); 25] = [
            (
                Brand {
                    name: " ".to_owned(),
                    legal_name: "x".to_owned(),
                    short_name: "x".to_owned(),
                    ..typed()
                },
                "name",
                "required",
            ),
            (Brand { short_name: "x".repeat(61), ..typed() }, "short_name", "length"),
            (Brand { hero_title: "a\u{202e}b".to_owned(), ..typed() }, "hero_title", "hidden"),
            (Brand { phone: String::new(), ..typed() }, "phone", "required"),
            (Brand { phone: "12".to_owned(), ..typed() }, "phone", "phone"),
            (Brand { email: "hello".to_owned(), ..typed() }, "email", "mail"),
            (Brand { address: String::new(), ..typed() }, "address", "required"),
            (Brand { whatsapp_url: some("http://wa.me"), ..typed() }, "whatsapp_url", "link"),
            (Brand { map_embed_url: some("https://x/\"><b>"), ..typed() }, "map_embed_url", "link"),
            (Brand { map_embed_url: some("https://maps.example/"), ..typed() }, "map_embed_url", "map_host"),
            (
                Brand { map_embed_url: some("https://www.google.com.evil.example/maps"), ..typed() },
                "map_embed_url",
                "map_host",
            ),
            (Brand { grievance_email: some("nisha"), ..typed() }, "grievance_email", "mail"),
            (Brand { gstin: some("27AAPFU0939F1ZW"), ..typed() }, "gstin", "gstin_check"),
            (Brand { gstin: some("27"), ..typed() }, "gstin", "gstin_length"),
            (Brand { gstin: some("77AAPFU0939F1ZV"), ..typed() }, "gstin", "gstin_state"),
            (Brand { jurisdiction: some(&"x".repeat(501)), ..typed() }, "jurisdiction", "length"),
            (Brand { terms_since: some("2026-02-31"), ..typed() }, "terms_since", "date"),
            (Brand { paddle_fee_paise: -1, ..typed() }, "paddle_fee_paise", "range"),
            (Brand { timezone: "Baroda".to_owned(), ..typed() }, "timezone", "zone"),
            (Brand { accent: some("lime"), ..typed() }, "accent", "colour"),
            (Brand { hold_seconds: Some(29), ..typed() }, "hold_seconds", "rule_range"),
            (Brand { bank_charge_paise: Some(-1), ..typed() }, "bank_charge_paise", "rule_range"),
            (Brand { refund_weekday: Some(8), ..typed() }, "refund_weekday", "rule_range"),
            (Brand { gst_rate: Some(5_001), ..typed() }, "gst_rate", "rule_range"),
            (Brand { place_of_supply: some(&"x".repeat(41)), ..typed() }, "place_of_supply", "length"),
        ];
        for (brand, field, wrong) in cases {
            assert_eq!(check(brand), Err(vec![BadField::new(field, wrong)]));
        }
    }

    #[test]
    fn a_map_of_a_site_that_pages_may_embed_is_accepted() {
        let map = Some("https://www.google.com/maps/embed?pb=1".to_owned());
        let brand = Brand { map_embed_url: map.clone(), ..typed() };
        assert_eq!(check(brand).unwrap().map_embed_url, map);
    }

    #[test]
    fn a_colour_that_cannot_be_read_is_refused_with_the_nearest_that_can() {
        let some = |text: &str| Some(text.to_owned());
        let good = Brand { accent: some("#FFC107"), court: some("#1b5e20"), ..typed() };
        assert_eq!(check(good).unwrap().accent.as_deref(), Some("#ffc107"));
        let bad = check(Brand { court: some("#4fc3f7"), ..typed() }).unwrap_err();
        let [BadField { field: "court", wrong: "contrast", nearest: Some(nearest) }] = bad[..] else {
            panic!("{bad:?}")
        };
        check(Brand { court: Some(nearest.to_string()), ..typed() }).unwrap();
    }
}

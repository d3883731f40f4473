//! Parses an operator file into its content, or into what is wrong with it.

use std::collections::{BTreeMap, HashSet};

use sideout_domain::{
    SportId,
    colour::{Colour, ColourRole},
    coupon::Coupon,
    gstin::Gstin,
    money::Money,
    public_text::{is_mail_address, is_phone},
    slot::StartTime,
    venue::Venue,
};
use sideout_store::import::Sport;
use toml::de::DeTable;

use super::{
    check,
    plan::WEEKDAYS,
    problem::Problems,
    read_coupon::read_coupon,
    read_venue::{SPORT_IDS, read_venue},
    section::{Diagnostics, Section},
};
use crate::platform::{
    brand::{Brand, NOT_PRINTED, OwnText},
    own_texts::text_names,
    settings::{LONGEST_LINE, Rule},
};

/// The content of an operator file, checked. Pictures have the names they have in the file.
#[derive(Debug, Clone, Default)]
pub struct OperatorFile {
    /// The brand; `None` leaves the present one unchanged.
    pub brand: Option<Brand>,
    /// The sports.
    pub sports: Vec<Sport>,
    /// The venues in the order of the file, with their courts and prices. A court's id is its venue's id followed by
    /// two digits for its number; the database may have another one.
    pub venues: Vec<Venue>,
    /// The coupons. The import assigns their ids.
    pub coupons: Vec<Coupon>,
}

/// Examples in messages about the contact of a brand.
const EXAMPLE_PHONE: &str = "+912652000000";
const EXAMPLE_EMAIL: &str = "hello@example.in";

/// Parses an operator file for a database without a brand.
///
/// # Errors
/// [`Problems`]: the mistakes with their lines, and what is allowed instead.
pub fn parse_operator_file(text: &str) -> Result<OperatorFile, Problems> {
    parse_for_stored_zone(text, &Brand::default().timezone)
}

/// Parses an operator file. Coupons, and venues without a time zone of their own, are in that of its brand, or in `stored_zone`, that of
/// the stored brand, if the file has no brand.
///
/// # Errors
/// [`Problems`]: the mistakes with their lines, and what is allowed instead.
pub fn parse_for_stored_zone(text: &str, stored_zone: &str) -> Result<OperatorFile, Problems> {
    let diagnostics = Diagnostics::new(text);
    let (document, mistakes) = DeTable::parse_recoverable(text);
    for mistake in &mistakes {
        let line = diagnostics.line(mistake.span().map_or(0, |span| span.start));
        diagnostics.problem(line, "", mistake.message().trim());
    }
    let mut file = OperatorFile::default();
    if mistakes.is_empty() {
        let root = Section::new(&diagnostics, String::new(), document.get_ref(), 0..0);
        file = read_file(&root, stored_zone);
        root.finish();
    }
    let problems = diagnostics.into_problems();
    if problems.is_empty() { Ok(file) } else { Err(Problems(problems)) }
}

fn read_file(root: &Section<'_, '_>, stored_zone: &str) -> OperatorFile {
    let brand = root.table("brand").map(read_brand);
    let zone = brand.as_ref().map_or(stored_zone, |brand| &brand.timezone).to_owned();
    let sport_sections = root.tables("sport");
    let sport_places = places_of(&sport_sections);
    let sports: Vec<Sport> = sport_sections.into_iter().map(read_sport).collect();
    check::sports(root.diagnostics, &sport_places, &sports);
    let venue_sections = root.tables("venue");
    if venue_sections.is_empty() {
        root.problem("venue", "there is none; an operator needs at least one [[venue]]");
    }
    let places = places_of(&venue_sections);
    let venues: Vec<Venue> = venue_sections.into_iter().map(|section| read_venue(section, &zone)).collect();
    check::venues(root.diagnostics, &places, &venues, &sports);
    let known: Vec<_> = venues.iter().map(|venue| venue.id).collect();
    let mut coupons: Vec<Coupon> = Vec::new();
    let mut codes = HashSet::new();
    for section in root.tables("coupon") {
        let (place, line) = (section.place.clone(), section.line);
        let Some(coupon) = read_coupon(section, &zone, &known) else { continue };
        // A missing code was reported already.
        if !coupon.code.is_empty() && !codes.insert(coupon.code.clone()) {
            root.diagnostics.problem(
                line,
                &format!("{place}.code"),
                format!("{} is used twice; give each coupon its own", coupon.code),
            );
        }
        coupons.push(coupon);
    }
    OperatorFile { brand, sports, venues, coupons }
}

fn places_of(sections: &[Section<'_, '_>]) -> Vec<check::Place> {
    sections.iter().map(|section| (section.place.clone(), section.line)).collect()
}

fn read_sport(section: Section<'_, '_>) -> Sport {
    let sport = Sport {
        id: SportId(section.needed_integer("id", SPORT_IDS)),
        name: section.needed_name("name", "Pickleball"),
    };
    section.finish();
    sport
}

fn read_brand(section: Section<'_, '_>) -> Brand {
    let standard = Brand::default();
    let phone = section.needed_text("phone", EXAMPLE_PHONE);
    if !phone.is_empty() && !is_phone(&phone) {
        section.problem(
            "phone",
            format!("\"{phone}\" must be written as +, country code and number: {EXAMPLE_PHONE}"),
        );
    }
    let email = section.needed_text("email", EXAMPLE_EMAIL);
    let check_mail = |key: &str, email: &str| {
        if !email.is_empty() && !is_mail_address(email) {
            section.problem(key, format!("\"{email}\" is no mail address; write it like {EXAMPLE_EMAIL}"));
        }
    };
    check_mail("email", &email);
    let grievance_email = section.text("grievance_email");
    check_mail("grievance_email", grievance_email.as_deref().unwrap_or_default());
    let timezone = section.text("timezone").unwrap_or(standard.timezone);
    if jiff::tz::TimeZone::get(&timezone).is_err() {
        section.problem(
            "timezone",
            format!("\"{timezone}\" is no time zone; write for example \"Asia/Kolkata\""),
        );
    }
    let name = section.needed_name("name", "Baroda Pickleball Club");
    let brand = Brand {
        short_name: section.name("short_name").unwrap_or_else(|| name.clone()),
        tagline: section.text("tagline").unwrap_or(standard.tagline),
        hero_title: section.text("hero_title").unwrap_or(standard.hero_title),
        phone,
        email,
        whatsapp_url: section.link("whatsapp_url"),
        community_url: section.link("community_url"),
        coaching_url: section.link("coaching_url"),
        instagram_url: section.link("instagram_url"),
        facebook_url: section.link("facebook_url"),
        map_embed_url: section.link("map_embed_url"),
        address: section.needed_text("address", "12 River Road, Akota, Vadodara 390020"),
        legal_name: section.text("legal_name").unwrap_or_else(|| name.clone()),
        grievance_officer: section.text("grievance_officer"),
        grievance_email,
        gstin: section.text("gstin").map(|text| match text.parse::<Gstin>() {
            Ok(gstin) => gstin.to_string(),
            Err(reason) => {
                section.problem("gstin", format!("\"{text}\" is no GSTIN: {reason}"));
                text
            }
        }),
        jurisdiction: section.text("jurisdiction"),
        terms_since: section.day("terms_since").map(|day| day.to_string()),
        paddle_fee_paise: section.rupees("paddle_fee").map_or(standard.paddle_fee_paise, Money::paise),
        logo: section.text("logo"),
        accent: read_colour(&section, "accent", ColourRole::Accent),
        court: read_colour(&section, "court", ColourRole::Court),
        hold_seconds: read_rule(&section, "hold_seconds", Rule::HoldSeconds),
        online_hold_seconds: read_rule(&section, "online_hold_seconds", Rule::OnlineHoldSeconds),
        max_open_unpaid: read_rule(&section, "max_open_unpaid", Rule::MaxOpenUnpaid),
        max_no_shows: read_rule(&section, "max_no_shows", Rule::MaxNoShows),
        reminder_minutes: read_rule(&section, "reminder_minutes", Rule::ReminderMinutes),
        cancel_cutoff_minutes: read_rule(&section, "cancel_cutoff_minutes", Rule::CancelCutoffMinutes),
        bank_charge_paise: read_rule(&section, "bank_charge_paise", Rule::BankChargePaise),
        refund_weekday: read_weekday(&section, "refund_weekday"),
        refund_minute: section
            .parsed::<StartTime>("refund_time", "write it like \"11:00 AM\"")
            .map(StartTime::minute),
        min_age: read_rule(&section, "min_age", Rule::MinAge),
        gst_rate: read_rule(&section, "gst_rate", Rule::GstRate),
        sac: read_printed(&section, "sac"),
        place_of_supply: read_printed(&section, "place_of_supply"),
        texts: section.table("texts").map(read_texts).unwrap_or_default(),
        timezone,
        name,
    };
    section.finish();
    brand
}

/// The operator's own texts of messages, each in a table of its name.
fn read_texts(section: Section<'_, '_>) -> BTreeMap<String, OwnText> {
    let mut texts = BTreeMap::new();
    for (notice, name) in text_names() {
        let Some(table) = section.table(name) else { continue };
        let own = OwnText {
            text: table.needed_lines("text").unwrap_or_default(),
            dlt_template_id: table.name("dlt_template_id"),
            msg91_template_id: table.name("msg91_template_id"),
        };
        if let Err(error) = own.registered(notice) {
            table.problem("text", error.to_string());
        }
        table.finish();
        texts.insert(name.to_owned(), own);
    }
    section.finish();
    texts
}

/// A number within the range of its rule.
fn read_rule<T: TryFrom<i64>>(section: &Section<'_, '_>, key: &'static str, rule: Rule) -> Option<T> {
    section.integer(key, rule.range()).and_then(|number| number.try_into().ok())
}

/// A day of the week by its name, 1 for Monday.
fn read_weekday(section: &Section<'_, '_>, key: &'static str) -> Option<i8> {
    let text = section.text(key)?;
    let day = (1..).zip(WEEKDAYS).find(|(_, name)| *name == text.to_lowercase()).map(|(day, _)| day);
    if day.is_none() {
        section.problem(key, format!("\"{text}\" is no day of the week; write for example \"friday\""));
    }
    day
}

/// A line of receipts. `"none"` becomes the empty text, which is not printed.
fn read_printed(section: &Section<'_, '_>, key: &'static str) -> Option<String> {
    let text = section.text_up_to(key, LONGEST_LINE)?;
    Some(if text == NOT_PRINTED { String::new() } else { text })
}

fn read_colour(section: &Section<'_, '_>, key: &'static str, role: ColourRole) -> Option<String> {
    let text = section.text(key)?;
    match text.parse::<Colour>() {
        Ok(colour) if role.is_readable(colour) => Some(colour.to_string()),
        Ok(colour) => {
            let nearest = role.nearest_readable(colour);
            section.problem(
                key,
                format!("\"{text}\" is too hard to read; the nearest that can be read is {nearest}"),
            );
            None
        }
        Err(reason) => {
            section.problem(key, format!("\"{text}\" is not allowed; {reason}"));
            None
        }
    }
}

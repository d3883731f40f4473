//! The page: who received the money, from whom, for what, how much, and the tax included.

use jiff::civil::Date;
use krilla::{Document as Pdf, metadata::Metadata, page::PageSettings};
use sideout_domain::money::Money;

use crate::{
    document::{CreditReason, Document, Facts, FirmFacts, Item, Kind, Voucher},
    face::{Weight, can_show},
    logo::Logo,
    sheet::{Ink, LINE_HEIGHT, Paragraphs, Sheet, Style},
    words::rupees_in_words,
};

/// A4, in points, as all lengths on the page are.
const PAPER: (f32, f32) = (595.28, 841.89);
/// The left edges of the left and the right column.
const LEFT: f32 = 56.0;
const MIDDLE: f32 = 312.0;
/// The left edge of the operator's name, beside the ball.
const BRAND_LEFT: f32 = LEFT + 23.0;
/// The right edge of the page's content.
const RIGHT: f32 = PAPER.0 - LEFT;
/// The width of the left column.
const COLUMN: f32 = MIDDLE - LEFT - 24.0;
/// The line above the foot.
const FOOT: f32 = 762.0;
/// From one row of amounts to the next, if they have room.
const ROW: f32 = 24.0;
/// The height that the names, addresses and numbers of a party may have: longer ones are set smaller.
const PARTY: f32 = 126.0;
/// The height that the venue's address may have: a longer one is set smaller.
const VENUE_ADDRESS: f32 = 51.0;
/// The height of two lines of the venue's address, for which its box has room.
const SHORT_ADDRESS: f32 = 2.0 * QUIET.size * LINE_HEIGHT;
/// From a label to the text below it.
const PAIR_STEP: f32 = 15.0;
/// Where the rows of amounts end at the latest: below them the total, its words and the payment have room above the foot.
const ROWS_END: f32 = 640.0;
/// From the payment of a voucher for cash to the words below the line for the signature, the last ones above the foot.
const SIGNATURE: f32 = 174.0;

const TEXT: Style = Style { size: 10.0, weight: Weight::Text, ink: Ink::Text };
const QUIET: Style = Style { size: 9.0, weight: Weight::Text, ink: Ink::Quiet };
const BOLD: Style = Style { size: 10.0, weight: Weight::Bold, ink: Ink::Text };
const TITLE: Style = Style { size: 30.0, weight: Weight::Display, ink: Ink::Text };
const BRAND: Style = Style { size: 26.0, ..TITLE };

/// The document could not be created.
#[derive(Debug, thiserror::Error)]
#[error("the page could not be rendered: {0}")]
pub struct PdfError(String);

/// The document as one page of PDF, with `logo` in place of the operator's name at its top. The same document and logo give the same bytes.
///
/// # Errors
/// [`PdfError`] means a defect of the program.
pub fn pdf(document: &Document, logo: Option<&Logo>) -> Result<Vec<u8>, PdfError> {
    let mut pdf = Pdf::new();
    let paper = PageSettings::from_wh(PAPER.0, PAPER.1)
        .ok_or_else(|| PdfError("its size is not valid".to_owned()))?;
    let mut page = pdf.start_page_with(paper);
    draw(&mut Sheet::new(page.surface()), document, logo);
    page.finish();
    let title = format!("{} {}", title(document), document.number);
    let metadata = Metadata::new().title(title).language("en-IN".to_owned());
    pdf.set_metadata(metadata.authors(vec![document.facts.legal_name.clone()]));
    pdf.finish().map_err(|error| PdfError(format!("{error:?}")))
}

fn draw(sheet: &mut Sheet<'_>, document: &Document, logo: Option<&Logo>) {
    draw_heading(sheet, document, logo);
    let below = draw_body(sheet, document);
    draw_payment(sheet, document, below);
    draw_foot(sheet, document);
}

/// Draws what is between the heading and the payment; returns the `y` of the payment.
fn draw_body(sheet: &mut Sheet<'_>, document: &Document) -> f32 {
    let below = draw_parties(sheet, document);
    let below = draw_game(sheet, document, below + 20.0);
    draw_amounts(sheet, document, below + 30.0) + 30.0
}

fn title(document: &Document) -> &'static str {
    match (&document.kind, document.tax.is_some()) {
        (Kind::Receipt, true) => "Tax invoice",
        (Kind::Receipt, false) => "Receipt",
        (Kind::CreditNote { .. }, _) => "Credit note",
        (Kind::RefundVoucher(_), _) => "Refund voucher",
    }
}

/// `21 Nov 2026`.
fn shown(day: Date) -> String {
    day.strftime("%-d %b %Y").to_string()
}

/// `₹1,00,000.00`: always with two decimals, so that amounts align in a column.
fn amount(money: Money) -> String {
    let shown = money.to_string();
    if shown.contains('.') { shown } else { format!("{shown}.00") }
}

/// The box of a logo, as high as the title and the number beside it.
const LOGO: (f32, f32) = (COLUMN, 56.0);

fn draw_heading(sheet: &mut Sheet<'_>, document: &Document, logo: Option<&Logo>) {
    if !logo.is_some_and(|logo| sheet.logo((LEFT, 52.0), LOGO, logo)) {
        sheet.block((LEFT, 57.0), (15.0, 15.0), 7.5, Ink::Ball);
        sheet.paragraphs((BRAND_LEFT, 74.0), &brand_name(&document.facts));
    }
    sheet.line_to((RIGHT, 76.0), &title(document).to_uppercase(), TITLE);
    sheet.line_to((RIGHT, 98.0), &document.number, BOLD);
    sheet.line_to((RIGHT, 113.0), &shown(document.issued_on), QUIET);
    if let Kind::CreditNote { receipt, receipt_day, .. } = &document.kind {
        sheet.line_to((RIGHT, 127.0), &format!("for {receipt} of {}", shown(*receipt_day)), QUIET);
    }
}

/// The operator's name for players, in place of a logo: a long one is set smaller.
fn brand_name(facts: &Facts) -> Paragraphs {
    Paragraphs::fit(&[(facts.brand.to_uppercase(), BRAND)], (COLUMN + 10.0, BRAND.size * LINE_HEIGHT))
}

/// Draws the operator, and the player or the firm; returns the `y` below them.
fn draw_parties(sheet: &mut Sheet<'_>, document: &Document) -> f32 {
    let facts = &document.facts;
    let top = 162.0;
    sheet.rule((LEFT, top - 20.0), RIGHT - LEFT);
    sheet.line((LEFT, top), "From", QUIET);
    let left = sheet.paragraphs((LEFT, top + 16.0), &operator(facts));
    sheet.line((MIDDLE, top), "To", QUIET);
    let right = sheet.paragraphs((MIDDLE, top + 16.0), &payer(facts));
    left.max(right)
}

/// The operator's name, address and tax number.
fn operator(facts: &Facts) -> Paragraphs {
    let mut texts = vec![(facts.legal_name.clone(), BOLD), (facts.address.clone(), TEXT)];
    texts.extend(facts.gstin.as_ref().map(|gstin| (format!("GSTIN {gstin}"), TEXT)));
    Paragraphs::fit(&texts, (COLUMN, PARTY))
}

/// The player or the firm, with the number of the order.
fn payer(facts: &Facts) -> Paragraphs {
    let order = format!("#{}", facts.order);
    let mut texts = match &facts.firm {
        Some(firm) => firm_texts(firm),
        None if can_show(&facts.player) => vec![(facts.player.clone(), BOLD)],
        // Words in a script without a font are left out, so such a name is replaced by the number of the order.
        None => vec![(format!("The player of order {order}"), BOLD)],
    };
    texts.push((format!("Order {order}"), TEXT));
    texts.extend(facts.place_of_supply.as_ref().map(|place| (format!("Place of supply {place}"), TEXT)));
    Paragraphs::fit(&texts, (RIGHT - MIDDLE, PARTY))
}

/// The firm that the invoice is made out to.
fn firm_texts(firm: &FirmFacts) -> Vec<(String, Style)> {
    // The number identifies a firm whose name is in a script without a font.
    let name = if can_show(&firm.name) { &firm.name } else { &firm.gstin };
    let mut texts = vec![(name.clone(), BOLD)];
    let address = firm.address.as_ref().filter(|address| can_show(address));
    texts.extend(address.map(|address| (address.clone(), TEXT)));
    texts.push((format!("GSTIN {}", firm.gstin), TEXT));
    texts.push((format!("State {}", firm.state), TEXT));
    texts
}

/// Draws the venue, the court and the hour; returns the `y` below them.
fn draw_game(sheet: &mut Sheet<'_>, document: &Document, top: f32) -> f32 {
    let facts = &document.facts;
    let (x, width) = (LEFT + 18.0, COLUMN - 4.0);
    let address = venue_address(facts, width);
    let height = 74.0 + (address.height() - SHORT_ADDRESS).max(0.0);
    sheet.block((LEFT, top), (RIGHT - LEFT, height), 12.0, Ink::Raised);
    sheet.line_within((x, top + 30.0), &facts.venue, width, Style { size: 15.0, ..BOLD });
    sheet.paragraphs((x, top + 47.0), &address);
    let when = format!("{}, {}", facts.day.strftime("%A"), shown(facts.day));
    let played = format!("{} · {}, {} minutes", facts.court, facts.start, facts.play_minutes);
    sheet.line_within((MIDDLE, top + 30.0), &when, RIGHT - MIDDLE - 18.0, BOLD);
    sheet.line_within((MIDDLE, top + 47.0), &played, RIGHT - MIDDLE - 18.0, TEXT);
    top + height
}

/// The venue's address in lines of at most `width`.
fn venue_address(facts: &Facts, width: f32) -> Paragraphs {
    Paragraphs::fit(&[(facts.venue_address.clone(), QUIET)], (width, VENUE_ADDRESS))
}

/// Draws the lines, the tax included and the total; returns the `y` below them.
fn draw_amounts(sheet: &mut Sheet<'_>, document: &Document, top: f32) -> f32 {
    let lines = list_lines(document);
    let tax_rows = if document.tax.is_some() { 3 } else { 0 };
    let rows = u16::try_from(lines.len() + tax_rows).unwrap_or(u16::MAX);
    // The rows of a payment for many bookings are closer, so that all of it fits on the page.
    let step = ROW.min((ROWS_END - top) / f32::from(rows));
    let mut y = top;
    let mut row = |sheet: &mut Sheet<'_>, what: &str, how_much: String, style: Style| {
        sheet.line_within((LEFT, y), what, RIGHT - LEFT - 90.0, style);
        sheet.line_to((RIGHT, y), &how_much, style);
        sheet.rule((LEFT, y + step / 3.0), RIGHT - LEFT);
        y += step;
    };
    for (what, how_much) in lines {
        row(sheet, &what, how_much, TEXT);
    }
    if let Some(tax) = &document.tax {
        let half = percent(tax.rate / 2, tax.rate % 2 == 1);
        row(sheet, "Included: taxable value", amount(tax.split.taxable), QUIET);
        row(sheet, &format!("Included: CGST {half}"), amount(tax.split.central), QUIET);
        row(sheet, &format!("Included: SGST {half}"), amount(tax.split.state), QUIET);
    }
    let total = match document.kind {
        Kind::Receipt => "Total paid",
        Kind::CreditNote { .. } => "Total credited",
        Kind::RefundVoucher(_) => "Total given back",
    };
    sheet.block((LEFT, y - 8.0), (RIGHT - LEFT, 44.0), 12.0, Ink::Deep);
    let big = Style { size: 16.0, weight: Weight::Bold, ink: Ink::White };
    sheet.line((LEFT + 18.0, y + 19.0), total, big);
    sheet.line_to((RIGHT - 18.0, y + 19.0), &amount(document.total), big);
    sheet.lines((LEFT, y + 56.0), &rupees_in_words(document.total), RIGHT - LEFT, 2, QUIET)
}

/// The lines that add up to the total.
fn list_lines(document: &Document) -> Vec<(String, String)> {
    let facts = &document.facts;
    match &document.kind {
        Kind::Receipt => {
            let code = facts.sac.as_ref().map(|sac| format!(" · SAC {sac}")).unwrap_or_default();
            let mut lines: Vec<_> = facts.items.iter().map(|item| item_line(item, &code)).collect();
            if lines.is_empty() {
                lines.push((format!("Court booking{code}"), amount(Money::from_paise(facts.price))));
                if facts.discount > 0 {
                    let coupon = facts.coupon.as_ref().map(|code| format!(" {code}")).unwrap_or_default();
                    lines.push((format!("Coupon{coupon}"), amount(Money::from_paise(-facts.discount))));
                }
            }
            if facts.round_off > 0 {
                lines.push(("Rounded off".to_owned(), amount(Money::from_paise(-facts.round_off))));
            }
            lines
        }
        Kind::RefundVoucher(voucher) => {
            let of = voucher.credit_note.as_ref();
            let of = of.map_or_else(
                || "Refund of a payment".to_owned(),
                |note| format!("Refund of credit note {note}"),
            );
            vec![(of, amount(document.total))]
        }
        Kind::CreditNote { paid, given_back_before, reason, .. } => {
            let why = match reason {
                CreditReason::Cancelled => "Booking cancelled",
                CreditReason::Moved => "Moved to a cheaper court or hour",
                CreditReason::VenueClosed => "The venue closed the court",
                CreditReason::Voided => "Taken by mistake",
                CreditReason::Reissued => "Replaced by an invoice for a firm",
            };
            // What stays paid for the moved game is not kept of a game that was not played.
            let rest = if *reason == CreditReason::Moved { "Stays paid for the moved game" } else { "Kept" };
            let kept = paid.less(*given_back_before).less(document.total);
            let mut lines = vec![(format!("{why}: paid"), amount(*paid))];
            for (what, less) in [("Credited before", *given_back_before), (rest, kept)] {
                if less > Money::ZERO {
                    lines.push((what.to_owned(), amount(Money::from_paise(-less.paise()))));
                }
            }
            lines
        }
    }
}

/// `Part of Court 3, 22 Nov 2026, 7:00 PM (order #4820193756) · SAC 999652`.
fn item_line(item: &Item, code: &str) -> (String, String) {
    let what = if item.is_part { "Part of " } else { "" };
    let Item { court, start, order, .. } = item;
    let text = format!("{what}{court}, {}, {start} (order #{order}){code}", shown(item.day));
    (text, amount(Money::from_paise(item.amount)))
}

/// `9%`, `2.5%`, `0.125%`: `hundredths` of a percent, and half of one more if `and_half`.
fn percent(hundredths: u32, and_half: bool) -> String {
    let thousandths = hundredths * 10 + if and_half { 5 } else { 0 };
    let shown = format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000);
    format!("{}%", shown.trim_end_matches('0').trim_end_matches('.'))
}

fn draw_payment(sheet: &mut Sheet<'_>, document: &Document, top: f32) {
    let facts = &document.facts;
    if let Kind::RefundVoucher(voucher) = &document.kind {
        return draw_given_back(sheet, document, voucher, top);
    }
    let method = facts.method.as_deref().map_or("paid online", method);
    sheet.line((LEFT, top), "Paid by", QUIET);
    sheet.line((LEFT, top + PAIR_STEP), method, TEXT);
    sheet.line((MIDDLE, top), "Payment", QUIET);
    sheet.line_within((MIDDLE, top + PAIR_STEP), &facts.payment, RIGHT - MIDDLE, TEXT);
}

/// The width of the text that begins at `x`: that of the left column at most, and no further than the right edge.
fn column_from(x: f32) -> f32 {
    COLUMN.min(RIGHT - x)
}

/// Draws how the money of a voucher was given back.
fn draw_given_back(sheet: &mut Sheet<'_>, document: &Document, voucher: &Voucher, top: f32) {
    let pair = |sheet: &mut Sheet<'_>, at: (f32, f32), what: &str, text: &str| {
        sheet.line(at, what, QUIET);
        sheet.line_within((at.0, at.1 + PAIR_STEP), text, column_from(at.0), TEXT);
    };
    pair(sheet, (LEFT, top), "Given back by", method(&voucher.way));
    let reference = voucher.reference.as_deref().filter(|reference| can_show(reference));
    pair(sheet, (MIDDLE, top), "Reference", reference.unwrap_or("–"));
    pair(sheet, (LEFT, top + 42.0), "Could not be sent to", &document.facts.payment);
    pair(sheet, (MIDDLE, top + 42.0), "As", voucher.failed_refund.as_deref().unwrap_or("–"));
    pair(
        sheet,
        (LEFT, top + 84.0),
        "By",
        Some(voucher.given_by.as_str()).filter(|name| can_show(name)).unwrap_or("–"),
    );
    if let Some(note) = voucher.note.as_deref().filter(|note| can_show(note)) {
        sheet.line((MIDDLE, top + 84.0), "Note", QUIET);
        sheet.lines((MIDDLE, top + (84.0 + PAIR_STEP)), note, RIGHT - MIDDLE, 3, TEXT);
    }
    if is_signed(voucher) {
        sheet.rule((LEFT, top + SIGNATURE - 14.0), COLUMN);
        sheet.line((LEFT, top + SIGNATURE), "Received, signature of the player", QUIET);
    }
}

/// Whether a voucher has a line for the signature of the player, who got cash.
fn is_signed(voucher: &Voucher) -> bool {
    voucher.way == "cash"
}

/// The name that players know for a payment method of the provider or a tender of the desk; an unknown one stays as it is.
fn method(name: &str) -> &str {
    match name {
        "upi" => "UPI",
        "card" => "Card",
        "netbanking" => "Net banking",
        "wallet" => "Wallet",
        "emi" => "Card, in instalments",
        "cash" => "Cash",
        "upi_own" | "upi_qr" => "UPI",
        "bank" => "Bank transfer",
        other => other,
    }
}

fn draw_foot(sheet: &mut Sheet<'_>, document: &Document) {
    let facts = &document.facts;
    let mut contact: Vec<&str> = Vec::new();
    contact.extend([facts.phone.as_str(), facts.email.as_str()].iter().filter(|text| !text.is_empty()));
    sheet.rule((LEFT, FOOT), RIGHT - LEFT);
    let small = Style { size: 8.5, ..QUIET };
    let next = sheet.lines((LEFT, FOOT + 18.0), &foot_text(document), RIGHT - LEFT, 2, small);
    if !contact.is_empty() {
        sheet.lines((LEFT, next), &format!("Questions: {}", contact.join(" · ")), RIGHT - LEFT, 1, small);
    }
}

/// What the foot says of the document itself.
fn foot_text(document: &Document) -> String {
    let tax = document
        .tax
        .map(|_| "Prices include tax. Tax is not payable on reverse charge. ")
        .unwrap_or_default();
    let made = match &document.kind {
        Kind::RefundVoucher(voucher) if is_signed(voucher) => "Made by a computer.",
        _ => "Made by a computer; valid without a signature.",
    };
    format!("{tax}{made}")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use sideout_domain::gst::TaxSplit;

    use super::*;
    use crate::{document::Tax, face};

    fn receipt(player: &str) -> Document {
        let total = Money::from_rupees(750);
        Document {
            kind: Kind::Receipt,
            number: "PB/26-27/000123".to_owned(),
            issued_on: date(2026, 11, 21),
            total,
            tax: Some(Tax { rate: 1_800, split: TaxSplit::of(total, 1_800) }),
            facts: Facts {
                brand: "Baroda Pickleball Club".to_owned(),
                legal_name: "Baroda Pickleball Club LLP".to_owned(),
                address: "12 Banyan Ghat Road, Akota, Vadodara 390020, Gujarat".to_owned(),
                phone: "+912650000100".to_owned(),
                email: "hello@barodapickleball.example".to_owned(),
                gstin: Some("24AAQFB2741K1ZC".to_owned()),
                sac: Some("999652".to_owned()),
                place_of_supply: Some("24 Gujarat".to_owned()),
                player: player.to_owned(),
                order: "4820193756".to_owned(),
                venue: "Riverside Arena".to_owned(),
                venue_address:
                    "12 Banyan Ghat Road, beside the Vishwamitri footbridge, Akota, Vadodara 390020"
                        .to_owned(),
                court: "Court 3".to_owned(),
                day: date(2026, 11, 22),
                start: "7:00 PM".to_owned(),
                play_minutes: 55,
                price: 80_000,
                discount: 5_000,
                coupon: Some("SMASH50".to_owned()),
                payment: "pay_DESyzxuld02Zul".to_owned(),
                method: Some("upi".to_owned()),
                items: Vec::new(),
                round_off: 0,
                firm: None,
                logo: None,
            },
        }
    }

    fn credit_note() -> Document {
        let total = Money::from_rupees(720);
        Document {
            kind: Kind::CreditNote {
                receipt: "PB/26-27/000123".to_owned(),
                receipt_day: date(2026, 11, 21),
                paid: Money::from_rupees(750),
                given_back_before: Money::ZERO,
                reason: CreditReason::Cancelled,
            },
            number: "PC/26-27/000007".to_owned(),
            total,
            tax: Some(Tax { rate: 1_800, split: TaxSplit::of(total, 1_800) }),
            ..receipt("Asha Mehta")
        }
    }

    #[test]
    fn the_same_document_gives_the_same_bytes() {
        let bytes = pdf(&receipt("Asha Mehta"), None).unwrap();
        assert!(bytes.starts_with(b"%PDF-"));
        assert_eq!(pdf(&receipt("Asha Mehta"), None).unwrap(), bytes);
        assert_ne!(pdf(&receipt("Asha Shah"), None).unwrap(), bytes);
    }

    #[test]
    fn a_logo_is_drawn_once_and_a_document_without_one_has_no_picture() {
        let pictures = |bytes: &[u8]| {
            bytes.windows(b"/Subtype/Image".len()).filter(|part| *part == b"/Subtype/Image").count()
        };
        let plain = pdf(&receipt("Asha Mehta"), None).unwrap();
        assert_eq!(pictures(&plain), 0);
        let red = [200, 30, 30].repeat(640 * 160);
        let logo = Logo::new("/images/red.png", (640, 160), red).unwrap();
        let bytes = pdf(&receipt("Asha Mehta"), Some(&logo)).unwrap();
        assert_eq!(pictures(&bytes), 1);
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("/Width 640") && text.contains("/Height 160"));
        assert!(!text.contains("/SMask"), "it has no transparent part");
        assert!(bytes.len() < plain.len() + 5_000, "{} and {}", plain.len(), bytes.len());
        assert_eq!(pdf(&receipt("Asha Mehta"), Some(&logo)).unwrap(), bytes);
    }

    #[test]
    fn any_name_of_any_length_can_be_rendered() {
        let long = "Wolfeschlegelsteinhausenbergerdorff ".repeat(6);
        for name in ["आशा मेहता", "આશા મહેતા", "ஆஷா", "", "\u{200d}\u{200d}", "a\0b\n\u{202e}c", &long]
        {
            let mut document = receipt(name);
            document.facts.brand = name.to_owned();
            document.facts.venue_address = long.clone();
            let bytes = pdf(&document, None).unwrap();
            assert!((5_000..200_000).contains(&bytes.len()), "{name}: {}", bytes.len());
        }
        assert!(pdf(&credit_note(), None).is_ok());
    }

    fn shown_lines(document: &Document) -> Vec<String> {
        list_lines(document).into_iter().map(|(what, sum)| format!("{what} {sum}")).collect()
    }

    #[test]
    fn lines_add_up_to_the_total() {
        assert_eq!(
            shown_lines(&receipt("A")),
            ["Court booking · SAC 999652 ₹800.00", "Coupon SMASH50 -₹50.00"]
        );
        assert_eq!(shown_lines(&credit_note()), ["Booking cancelled: paid ₹750.00", "Kept -₹30.00"]);
    }

    #[test]
    fn lines_of_each_credit_note_of_one_receipt_add_up_to_what_it_gives_back() {
        let note = |before, why, rupees| Document {
            kind: Kind::CreditNote {
                receipt: "D1/26-27/000001".to_owned(),
                receipt_day: date(2026, 11, 21),
                paid: Money::from_rupees(800),
                given_back_before: Money::from_rupees(before),
                reason: why,
            },
            total: Money::from_rupees(rupees),
            ..credit_note()
        };
        assert_eq!(
            shown_lines(&note(0, CreditReason::Moved, 200)),
            ["Moved to a cheaper court or hour: paid ₹800.00", "Stays paid for the moved game -₹600.00"]
        );
        assert_eq!(
            shown_lines(&note(200, CreditReason::Cancelled, 570)),
            ["Booking cancelled: paid ₹800.00", "Credited before -₹200.00", "Kept -₹30.00"]
        );
    }

    #[test]
    fn an_invoice_for_a_firm_and_the_credit_note_before_it_can_be_rendered() {
        let mut invoice = receipt("Asha Mehta");
        let plain = pdf(&invoice, None).unwrap();
        for (name, address) in [
            ("Uttam Traders LLP", None),
            ("ઉત્તમ ટ્રેડર્સ", Some("4 Station Road, Pune 411001")),
            (&"Wolfeschlegelsteinhausen ".repeat(9), Some(&*"12 Banyan Ghat Road, ".repeat(9))),
        ] {
            invoice.facts.firm = Some(FirmFacts {
                name: name.to_owned(),
                gstin: "27AAPFU0939F1ZV".to_owned(),
                state: "27 Maharashtra".to_owned(),
                address: address.map(str::to_owned),
            });
            assert_ne!(pdf(&invoice, None).unwrap(), plain);
        }
        let mut note = credit_note();
        note.total = Money::from_rupees(750);
        if let Kind::CreditNote { reason, .. } = &mut note.kind {
            *reason = CreditReason::Reissued;
        }
        assert_eq!(
            list_lines(&note),
            [("Replaced by an invoice for a firm: paid".to_owned(), "₹750.00".to_owned())]
        );
        assert!(pdf(&note, None).is_ok());
    }

    #[test]
    fn a_payment_for_parts_lists_them_and_what_was_rounded_off() {
        let item = |order: &str, is_part, amount| Item {
            order: order.to_owned(),
            court: "Court 3".to_owned(),
            day: date(2026, 11, 22),
            start: "7:00 PM".to_owned(),
            play_minutes: Some(55),
            is_part,
            amount,
        };
        let mut document = receipt("A");
        document.facts.items = vec![item("4820193756", false, 72_250), item("4820193757", true, 10_000)];
        document.facts.round_off = 50;
        document.facts.sac = None;
        assert_eq!(
            shown_lines(&document),
            [
                "Court 3, 22 Nov 2026, 7:00 PM (order #4820193756) ₹722.50",
                "Part of Court 3, 22 Nov 2026, 7:00 PM (order #4820193757) ₹100.00",
                "Rounded off -₹0.50",
            ]
        );
        assert!(pdf(&document, None).is_ok());
    }

    /// `words` over and over, this number of characters.
    fn long_text(words: &str, characters: usize) -> String {
        let text: String = words.chars().cycle().take(characters).collect();
        text.trim_end().to_owned()
    }

    /// A receipt with the longest allowed names and addresses of operator and venue, and of a firm if it is made out to one.
    fn longest_receipt(words: &str, is_for_firm: bool) -> Document {
        let mut document = receipt("Asha Mehta");
        document.facts.legal_name = long_text(words, 500);
        document.facts.address = long_text(words, 500);
        document.facts.venue_address = long_text(words, 500);
        document.facts.place_of_supply = Some("26 Dadra and Nagar Haveli and Daman and Diu".to_owned());
        document.facts.firm = is_for_firm.then(|| FirmFacts {
            name: long_text(words, 200),
            gstin: "26AAPFU0939F1ZV".to_owned(),
            state: "26 Dadra and Nagar Haveli and Daman and Diu".to_owned(),
            address: Some(long_text(words, 200)),
        });
        document
    }

    #[test]
    fn all_of_the_longest_names_and_addresses_is_printed() {
        let facts = longest_receipt("12 Banyan Ghat Road, ", true).facts;
        let firm = facts.firm.clone().unwrap();
        assert_eq!(
            operator(&facts).text(),
            format!("{} {} GSTIN 24AAQFB2741K1ZC", facts.legal_name, facts.address)
        );
        assert_eq!(
            payer(&facts).text(),
            format!(
                "{} {} GSTIN {} State {} Order #{} Place of supply {}",
                firm.name,
                firm.address.unwrap(),
                firm.gstin,
                firm.state,
                facts.order,
                facts.place_of_supply.clone().unwrap()
            )
        );
        assert_eq!(venue_address(&facts, COLUMN - 4.0).text(), facts.venue_address);
    }

    #[test]
    fn the_longest_names_and_addresses_leave_room_for_the_rest_of_the_page() {
        for words in ["12 Banyan Ghat Road, ", "WWWWWWWW ", "W"] {
            for is_for_firm in [false, true] {
                let mut document = longest_receipt(words, is_for_firm);
                document.facts.items = many_items();
                document.facts.round_off = 50;
                let end = end_of_payment(&document);
                assert!(end < FOOT, "{words}: {end}");
                let voucher =
                    Document { facts: longest_receipt(words, is_for_firm).facts, ..voucher("cash") };
                let end = end_of_payment(&voucher) - PAIR_STEP + SIGNATURE;
                assert!(end < FOOT, "a voucher, {words}: {end}");
                assert!(pdf(&document, None).is_ok());
            }
        }
    }

    #[test]
    fn the_longest_name_of_a_brand_ends_before_the_title() {
        let widest_title = face::typeset("REFUND VOUCHER", TITLE.weight);
        let title_left = RIGHT - face::width(&widest_title) * TITLE.size;
        let longest = "Vadodara District Racquet and Pickleball Sports Association ";
        for words in [longest, "WWWWWWWW ", "W", "વડોદરા "] {
            let mut document = receipt("Asha Mehta");
            document.facts.brand = long_text(words, 60);
            let name = brand_name(&document.facts);
            let printed = name.text().replace(' ', "");
            assert_eq!(printed, document.facts.brand.to_uppercase().replace(' ', ""), "all of it");
            let right = BRAND_LEFT + name.drawn_width();
            assert!(right < title_left, "{words}: {right} {title_left}");
            assert!(name.height() <= BRAND.size * LINE_HEIGHT, "{words}: {}", name.height());
        }
    }

    /// The bookings of the longest payment.
    fn many_items() -> Vec<Item> {
        let item = |number: i64| Item {
            order: (4_820_193_756 + number).to_string(),
            court: "Court 3".to_owned(),
            day: date(2026, 11, 22),
            start: "7:00 PM".to_owned(),
            play_minutes: Some(55),
            is_part: false,
            amount: 72_250,
        };
        (0..12).map(item).collect()
    }

    /// The `y` of the lowest line of the payment, which is the last above the foot.
    fn end_of_payment(document: &Document) -> f32 {
        let mut pdf = Pdf::new();
        let mut page = pdf.start_page_with(PageSettings::from_wh(PAPER.0, PAPER.1).unwrap());
        let top_of_payment = draw_body(&mut Sheet::new(page.surface()), document);
        page.finish();
        pdf.finish().unwrap();
        top_of_payment + PAIR_STEP
    }

    #[test]
    fn the_most_bookings_of_one_payment_fit_above_the_foot() {
        let mut document = receipt("Asha Mehta");
        let short = end_of_payment(&document);
        document.facts.items = many_items();
        document.facts.round_off = 50;
        let long = end_of_payment(&document);
        document.facts.firm = Some(FirmFacts {
            name: "Wolfeschlegelsteinhausen ".repeat(9),
            gstin: "27AAPFU0939F1ZV".to_owned(),
            state: "27 Maharashtra".to_owned(),
            address: Some("12 Banyan Ghat Road, ".repeat(9)),
        });
        let longest = end_of_payment(&document);
        assert!(short < long && long < FOOT && longest < FOOT, "{short} {long} {longest}");
    }

    fn voucher(way: &str) -> Document {
        Document {
            kind: Kind::RefundVoucher(Voucher {
                way: way.to_owned(),
                reference: Some("412345678901".to_owned()),
                note: None,
                credit_note: Some("PC/26-27/000007".to_owned()),
                failed_refund: Some("rfnd_FP8QHiV938haTz".to_owned()),
                given_by: "Kiran Joshi".to_owned(),
            }),
            tax: None,
            ..receipt("Asha Mehta")
        }
    }

    #[test]
    fn only_a_voucher_for_cash_is_signed_and_does_not_say_that_it_is_valid_without() {
        assert_eq!(foot_text(&voucher("cash")), "Made by a computer.");
        for document in [voucher("upi"), voucher("bank")] {
            assert_eq!(foot_text(&document), "Made by a computer; valid without a signature.");
        }
        let taxed = foot_text(&receipt("Asha Mehta"));
        assert!(taxed.starts_with("Prices include tax.") && taxed.ends_with("; valid without a signature."));
        assert!(pdf(&voucher("cash"), None).is_ok());
    }

    #[test]
    fn both_columns_end_within_the_page() {
        assert!(LEFT + column_from(LEFT) < MIDDLE);
        // Sums of two `f32` are exact to less than this.
        assert!(MIDDLE + column_from(MIDDLE) < RIGHT + 0.01);
    }

    #[test]
    fn half_of_a_rate_is_written_exactly() {
        let shown = [1_800_u32, 500, 25, 0].map(|rate| percent(rate / 2, rate % 2 == 1));
        assert_eq!(shown, ["9%", "2.5%", "0.125%", "0%"]);
    }
}

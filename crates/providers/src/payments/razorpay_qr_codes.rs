//! QR codes: `/v1/payments/qr_codes` (razorpay.com/docs/api/qr-codes). The codes made here are `upi_qr`, take one payment of
//! exactly one amount and then close by themselves.
//!
//! What a code holds (`image_content`) is shown only to accounts for which Razorpay switched that on; all get `image_url`, the
//! address of an image. Payments by a code have no order, are captured at once, and are listed at the code.

use serde_json::json;

use super::{
    CreatedBetween, ListPage, NewQrCode, PaymentError, ProviderFault, QrCode, QrCodeId, Razorpay, TimeBudget,
    razorpay::{Call, notes},
    razorpay_answers::{Entity, paise, text, unreadable_answer},
    razorpay_lists as lists,
};

/// The note that holds our reference.
const REFERENCE: &str = "reference";
/// The most pages that are searched for a reference.
const PAGES: u32 = 20;
/// The longest content that is accepted, in characters: more does not fit into a code that a phone reads well.
const LONGEST_CONTENT: usize = 1_000;

pub(super) async fn create(
    razorpay: &Razorpay,
    code: &NewQrCode,
    budget: TimeBudget,
) -> Result<QrCode, PaymentError> {
    let reference = [(REFERENCE.to_owned(), code.reference.clone())];
    let all: Vec<_> = reference.iter().chain(&code.notes).cloned().collect();
    let body = json!({
        "type": "upi_qr",
        "name": code.name,
        // Refused unless the amount is fixed (docs/api/qr-codes/entity, "Watch Out").
        "usage": "single_use",
        "fixed_amount": true,
        "payment_amount": code.amount.paise(),
        "description": code.reference,
        "close_by": code.closes_at.as_second(),
        "notes": notes(&all),
    });
    let call = Call::post("create qr code", &["payments", "qr_codes"], body, budget);
    read(call.name, &razorpay.send_for_new_checkout(&call).await?)
}

pub(super) async fn find(
    razorpay: &Razorpay,
    id: &QrCodeId,
    budget: TimeBudget,
) -> Result<QrCode, PaymentError> {
    let path = ["payments", "qr_codes", id.as_str()];
    let call = Call::get("find qr code", &path, budget);
    read(call.name, &razorpay.send_repeatable(&call).await?)
}

/// Closes a code. If the outcome is unknown or the call is refused, this call or an earlier one may have closed it, so the code is
/// read again: a closed one is a success.
pub(super) async fn close(
    razorpay: &Razorpay,
    id: &QrCodeId,
    budget: TimeBudget,
) -> Result<QrCode, PaymentError> {
    let path = ["payments", "qr_codes", id.as_str(), "close"];
    let call = Call::post("close qr code", &path, json!({}), budget);
    match razorpay.send_once(&call).await.and_then(|body| read(call.name, &body)) {
        Err(error @ (PaymentError::Unknown(_) | PaymentError::TooLarge(_) | PaymentError::Refused(..))) => {
            let code = find(razorpay, id, budget).await?;
            if code.is_open { Err(error) } else { Ok(code) }
        }
        closed => closed,
    }
}

/// Lists a page of the codes of the account.
pub(super) async fn list(
    razorpay: &Razorpay,
    span: CreatedBetween,
    skip: u32,
    budget: TimeBudget,
) -> Result<ListPage<QrCode>, PaymentError> {
    let call = ("list qr codes", &["payments", "qr_codes"][..], budget);
    lists::page(razorpay, call, &lists::of_span(span), skip, |item| read("list qr codes", item).ok()).await
}

/// The newest code with this reference. The list cannot be searched for a reference, so it is read page by page.
pub(super) async fn find_by_reference(
    razorpay: &Razorpay,
    reference: &str,
    span: CreatedBetween,
    budget: TimeBudget,
) -> Result<Option<QrCode>, PaymentError> {
    let mut skip = 0;
    for _ in 0..PAGES {
        let page = list(razorpay, span, skip, budget).await?;
        let found = page.items.into_iter().find(|code| code.reference.as_deref() == Some(reference));
        match (found, page.next) {
            (Some(found), _) => return Ok(Some(found)),
            (None, Some(next)) => skip = next,
            (None, None) => return Ok(None),
        }
    }
    let message = "the list of QR codes is too long to be searched";
    Err(PaymentError::Unavailable(ProviderFault::new("list qr codes", message)))
}

fn read(call: &'static str, body: &str) -> Result<QrCode, PaymentError> {
    let code = Entity::read(call, body)?;
    let noted = lists::notes(code.notes);
    Ok(QrCode {
        id: text(code.id)
            .ok_or_else(|| unreadable_answer(call, "id"))?
            .parse()
            .map_err(|_| unreadable_answer(call, "id"))?,
        amount: paise(code.payment_amount),
        content: text(code.image_content).filter(|content| is_content(content)),
        image_url: text(code.image_url).filter(|url| url.starts_with("https://")),
        is_open: text(code.status).ok_or_else(|| unreadable_answer(call, "status"))? == "active",
        payments: count(code.payments_count_received),
        reference: noted.get(REFERENCE).cloned(),
        notes: noted,
        created_at: lists::instant(code.created_at),
    })
}

/// Whether this is a UPI link that fits into a code.
fn is_content(text: &str) -> bool {
    text.starts_with("upi://pay?")
        && text.len() <= LONGEST_CONTENT
        && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
}

fn count(value: Option<&serde_json::value::RawValue>) -> u32 {
    value.and_then(|value| serde_json::from_str(value.get()).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use sideout_domain::money::Money;

    use super::*;

    #[test]
    fn a_code_is_read_whatever_the_account_may_see_of_it() {
        let whole = r#"{"id":"qr_HMsVL8HOpbMcjU","entity":"qr_code","created_at":1623660301,"usage":"single_use",
            "image_url":"https://rzp.io/i/BWcUVrLp","image_content":"upi://pay?pa=a@b&am=300&cu=INR","payment_amount":30000,
            "status":"active","payments_count_received":0,"notes":{"reference":"4820193756-qr-1"},"closed_at":null}"#;
        let read_whole = read("test", whole).unwrap();
        assert_eq!(
            (read_whole.amount, read_whole.is_open, read_whole.reference.as_deref()),
            (Some(Money::from_rupees(300)), true, Some("4820193756-qr-1"))
        );
        assert_eq!(read_whole.content.as_deref(), Some("upi://pay?pa=a@b&am=300&cu=INR"));
        let bare = r#"{"id":"qr_1","status":"closed","notes":[],"payment_amount":null}"#;
        let bare = read("test", bare).unwrap();
        assert_eq!((bare.amount, bare.content, bare.is_open, bare.payments), (None, None, false, 0));
        for strange in [r#"{"id":"pay_1","status":"active"}"#, r#"{"id":"qr_1"}"#, "7", ""] {
            assert!(matches!(read("test", strange), Err(PaymentError::Unknown(_))), "{strange}");
        }
    }

    #[test]
    fn only_a_upi_link_is_shown_as_a_code() {
        let long = format!("upi://pay?pa={}", "a".repeat(LONGEST_CONTENT));
        for bad in [
            "https://evil.example/",
            "javascript:alert(1)",
            "",
            "upi://pay?pa=a@b\u{7}",
            "upi://pay?pn=é",
            &long,
        ] {
            assert!(!is_content(bad), "{bad}");
        }
        assert!(is_content("upi://pay?pa=rzr.qr@icici&pn=Old Mill&tr=RZPI39&am=300&cu=INR"));
    }
}

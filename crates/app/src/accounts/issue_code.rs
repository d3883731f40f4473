//! Issues one-time codes.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::person::{OneTimeCode, Phone};
use sideout_providers::messaging::{Template, TextMessage};
use sideout_store::{
    Session, StoreError, Work,
    accounts::{CodeHash, HandlePurpose, NewHandle},
};

use crate::{
    App,
    platform::{brand::find_brand, clock::later, own_texts::own_text, settings::Settings, tokens::Token},
};

/// The result of issuing a code. The client sends the handle back together with the code.
#[derive(Debug, Clone)]
pub struct IssuedCode {
    /// The opaque `user` of the response (docs/API-DESIGN.md).
    pub handle: Token,
    /// The number with its last four digits only: `+91 ••••• •3210`.
    pub masked_phone: String,
    /// Seconds until another code can be requested.
    pub resend_after: u32,
}

/// A handle that is about to be written. The database gets only the hashes of the handle and the code.
pub(super) struct CodeDraft {
    pub(super) handle: Token,
    pub(super) code: OneTimeCode,
    pub(super) new: NewHandle,
    /// Replaces the code's hash in a decoy, for which no code is correct.
    pub(super) decoy: CodeHash,
}

impl CodeDraft {
    pub(super) fn new(app: &App, purpose: HandlePurpose, phone: Phone, now: Timestamp) -> Self {
        let handle = Token::handle(&*app.random);
        let code = fresh_code(app);
        let hash = handle.hash();
        let new = NewHandle {
            hash,
            purpose,
            phone,
            customer_id: None,
            registration: None,
            device_id: String::new(),
            code_hash: app.secrets.code_hash(&hash, &code),
            reset_token_hash: None,
            expires_at: later(now, handle_seconds(&app.settings, purpose)),
        };
        CodeDraft { handle, code, new, decoy: CodeHash(app.random.bytes()) }
    }

    /// The message with the code, for [`write_and_send`].
    ///
    /// # Errors
    /// As [`code_message`].
    pub(super) async fn message(&self, app: &App) -> Result<TextMessage, StoreError> {
        code_message(app, &self.new.phone, &self.code).await
    }

    pub(super) fn issued(self, settings: &Settings) -> IssuedCode {
        IssuedCode {
            handle: self.handle,
            masked_phone: self.new.phone.masked(),
            resend_after: settings.otp_resend_seconds,
        }
    }
}

/// Runs a unit of work and, once it is committed, queues the message that `message` makes of its result, for a caller
/// from `network`. Both run to the end even if the client disconnects in between, because the message is already
/// charged and the player waits for it.
pub(super) async fn write_and_send<I, T, E, F>(
    app: &App,
    network: IpAddr,
    input: I,
    work: F,
    message: impl FnOnce(&T) -> Option<TextMessage> + Send + 'static,
) -> Result<T, E>
where
    I: Send + Sync + 'static,
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, T, E> + Send + Sync + 'static,
{
    let (store, queue) = (app.store.clone(), app.text_message_queue.clone());
    let written_and_queued = tokio::spawn(async move {
        let answer = store.write(input, work).await?;
        if let Some(message) = message(&answer) {
            queue.enqueue(network, message);
        }
        Ok(answer)
    });
    written_and_queued.await.unwrap_or_else(|ended| {
        let message = if ended.is_panic() { "the work panicked" } else { "the server is stopping" };
        Err(StoreError::Unavailable(message.to_owned()).into())
    })
}

pub(super) fn fresh_code(app: &App) -> OneTimeCode {
    OneTimeCode::from_number(app.random.below(OneTimeCode::COUNT))
}

/// The text message with a code.
///
/// # Errors
/// [`StoreError`] if the operator's name cannot be read.
pub(super) async fn code_message(
    app: &App,
    phone: &Phone,
    code: &OneTimeCode,
) -> Result<TextMessage, StoreError> {
    let brand = find_brand(app).await?;
    let minutes = whole_minutes(&app.settings);
    let template = Template::OneTimeCode { code: code.reveal().to_owned(), minutes };
    let text = own_text(&brand, None);
    Ok(TextMessage::new(phone.as_e164(), &brand.name, template).with_text(text))
}

/// For how many minutes a message says that its code works: no longer than it does.
fn whole_minutes(settings: &Settings) -> u32 {
    (settings.handle_seconds / 60).max(1)
}

/// Seconds until a handle expires. A registration lasts 1.5 times as long as its code, so that the form is still stored when
/// a second message is requested.
pub(super) fn handle_seconds(settings: &Settings, purpose: HandlePurpose) -> i64 {
    let seconds = i64::from(settings.handle_seconds);
    if purpose == HandlePurpose::Register { seconds + seconds / 2 } else { seconds }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_promises_no_more_minutes_than_its_code_works() {
        let minutes = |handle_seconds| whole_minutes(&Settings { handle_seconds, ..Settings::default() });
        assert_eq!([60, 119, 120, 600].map(minutes), [1, 1, 2, 10]);
    }
}

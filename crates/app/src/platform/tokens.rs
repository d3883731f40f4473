//! Secrets issued to clients, such as session tokens, handles and reset tokens. Only their hashes are stored.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};
use sideout_domain::{BlockId, CustomerId, person::OneTimeCode};
use sideout_store::accounts::SecretHash;

use super::{
    random::Random,
    retry_secret::RetrySecret,
    secrets::{AnswerToCode, Secrets},
};

/// Longest accepted token, in bytes. A longer text is not a token of this program and is not hashed.
const MAX_LENGTH: usize = 256;

/// A secret to send to the client. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A session token: 256 random bits with the prefix `so_`, so that secret scanners recognize it.
    pub(crate) fn session(random: &dyn Random) -> Self {
        Token(format!("so_{}", URL_SAFE_NO_PAD.encode(random.bytes::<32>())))
    }

    /// A handle: 192 random bits. It is part of page addresses, so it is short and gives no access by itself.
    pub(crate) fn handle(random: &dyn Random) -> Self {
        Token(URL_SAFE_NO_PAD.encode(random.bytes::<24>()))
    }

    /// A reset token: 256 random bits with the prefix `rt_`.
    pub(crate) fn reset(random: &dyn Random) -> Self {
        Token(format!("rt_{}", URL_SAFE_NO_PAD.encode(random.bytes::<32>())))
    }

    /// A session of staff: 256 random bits with the prefix `sd_`.
    pub(crate) fn staff_session(random: &dyn Random) -> Self {
        Token(format!("sd_{}", URL_SAFE_NO_PAD.encode(random.bytes::<32>())))
    }

    /// The session of staff that a link begins for the browser that generated `secret`: the same one for the same two, so that it can
    /// be sent again. 256 bits with the prefix `sd_`.
    pub(crate) fn session_of_link(secrets: &Secrets, link: &str, secret: &RetrySecret) -> Self {
        Token(format!("sd_{}", URL_SAFE_NO_PAD.encode(secrets.session_of_link(link, secret))))
    }

    /// The session that a code begins: as [`Token::session`], but with [`Secrets::answer_to_code`] in place of random bits.
    pub(crate) fn session_of_code(
        secrets: &Secrets,
        tried: (&SecretHash, &OneTimeCode, &RetrySecret),
    ) -> Self {
        Token(format!("so_{}", URL_SAFE_NO_PAD.encode(secrets.answer_to_code(AnswerToCode::Session, tried))))
    }

    /// The handle of the reset that a code grants: as [`Token::handle`], but with [`Secrets::answer_to_code`] in place of random bits.
    pub(crate) fn handle_of_code(
        secrets: &Secrets,
        tried: (&SecretHash, &OneTimeCode, &RetrySecret),
    ) -> Self {
        let bits = secrets.answer_to_code(AnswerToCode::Handle, tried);
        Token(URL_SAFE_NO_PAD.encode(&bits[..24]))
    }

    /// The reset token that a code grants: as [`Token::reset`], but with [`Secrets::answer_to_code`] in place of random bits.
    pub(crate) fn reset_of_code(secrets: &Secrets, tried: (&SecretHash, &OneTimeCode, &RetrySecret)) -> Self {
        Token(format!("rt_{}", URL_SAFE_NO_PAD.encode(secrets.answer_to_code(AnswerToCode::Reset, tried))))
    }

    /// A one-time link for staff: 256 random bits with the prefix `sl_`.
    pub(crate) fn staff_link(random: &dyn Random) -> Self {
        Token(format!("sl_{}", URL_SAFE_NO_PAD.encode(random.bytes::<32>())))
    }

    /// The one-time link for staff that a session makes by the call with this Idempotency-Key: the same one for the same two, so that it
    /// can be sent again. 256 bits with the prefix `sl_`.
    pub(crate) fn staff_link_of_call(secrets: &Secrets, session: &SecretHash, key: &str) -> Self {
        Token(format!("sl_{}", URL_SAFE_NO_PAD.encode(secrets.staff_link(session, key))))
    }

    /// The secret of the device that a session pairs by the call with this Idempotency-Key: the same one for the same two, so that it
    /// can be sent again. 256 bits with the prefix `dd_`.
    pub(crate) fn desk_device(secrets: &Secrets, session: &SecretHash, key: &str) -> Self {
        Token(format!("dd_{}", URL_SAFE_NO_PAD.encode(secrets.desk_device(session, key))))
    }

    /// The link of a player to the offers of one closure: 256 bits with the prefix `cl_`.
    pub(crate) fn closure_link(secrets: &Secrets, closure: BlockId, customer: CustomerId) -> Self {
        Token(format!("cl_{}", URL_SAFE_NO_PAD.encode(secrets.closure_link(closure, customer))))
    }

    /// The secret itself, for the response.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash that is stored.
    pub(crate) fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// `text` with `…` in place of the token of each link of a closure, because the token is enough to answer as the
/// player.
pub(crate) fn without_links(text: &str) -> String {
    const LINK: &str = "/r/";
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("/r/cl_") {
        let (before, token) = rest.split_at(at + LINK.len());
        shown.push_str(before);
        shown.push('…');
        rest = token.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    }
    shown + rest
}

/// The hash under which a secret sent by a client would be stored; `None` if it cannot be a token of this program.
pub(crate) fn hash_of(sent: &str) -> Option<SecretHash> {
    let ours = !sent.is_empty()
        && sent.len() <= MAX_LENGTH
        && sent.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    ours.then(|| SecretHash(Sha256::digest(sent.as_bytes()).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::random::SystemRandom;

    #[test]
    fn the_secret_of_a_link_is_not_shown() {
        let text = "Choose by 6 PM: https://sideout.test/r/cl_Zk3f-Wq0_m9 (Sideout). Also /r/cl_a.";
        assert_eq!(without_links(text), "Choose by 6 PM: https://sideout.test/r/… (Sideout). Also /r/….");
        assert_eq!(
            without_links("https://sideout.test/r/x and no more"),
            "https://sideout.test/r/x and no more"
        );
    }

    #[test]
    fn a_token_is_new_long_and_found_by_its_text() {
        let (one, other) = (Token::session(&SystemRandom), Token::session(&SystemRandom));
        assert_ne!(one, other);
        assert!(one.reveal().starts_with("so_") && one.reveal().len() == 3 + 43, "{}", one.reveal());
        assert_eq!(hash_of(one.reveal()), Some(one.hash()));
        assert_eq!(Token::handle(&SystemRandom).reveal().len(), 32);
        assert!(Token::reset(&SystemRandom).reveal().starts_with("rt_"));
    }

    #[test]
    fn a_token_of_another_form_is_not_looked_up() {
        for sent in ["", " ", "so_ä", "a b", "so_'--", &"a".repeat(257)] {
            assert_eq!(hash_of(sent), None, "{sent}");
        }
    }

    #[test]
    fn debug_hides_the_secret() {
        assert_eq!(format!("{:?}", Token::session(&SystemRandom)), "Token(…)");
    }
}

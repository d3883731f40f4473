//! Codes of authenticator apps (RFC 6238): six digits, thirty seconds, one step of tolerance.

use jiff::Timestamp;
use totp_rs::{Builder, Secret, Totp};

use super::random::Random;

/// Bytes of a secret: what RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// A secret that the server and an authenticator app share. `Debug` hides it.
pub(crate) struct TotpSecret(Totp);

impl TotpSecret {
    /// A new secret.
    pub(crate) fn generate(random: &dyn Random) -> Option<Self> {
        Self::from_bytes(&random.bytes::<SECRET_BYTES>())
    }

    /// The secret of these bytes; `None` if they are too few.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let builder = Builder::new().with_secret(Secret::from(bytes)).with_skew(1);
        builder.build().ok().map(TotpSecret)
    }

    /// Its bytes, to be sealed.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.secret().as_ref()
    }

    /// What a person types into the app.
    pub(crate) fn base32(&self) -> String {
        self.0.secret().to_base32()
    }

    /// The time step of a right code: this one, the one before or the next one.
    pub(crate) fn step_of(&self, code: &str, now: Timestamp) -> Option<i64> {
        let seconds = u64::try_from(now.as_second()).ok()?;
        self.0.check(code, seconds).and_then(|step| i64::try_from(step).ok())
    }

    /// The code that an app shows at this instant, for tests.
    #[cfg(test)]
    fn code_at(&self, now: Timestamp) -> String {
        self.0.generate(u64::try_from(now.as_second()).unwrap()).to_string()
    }
}

impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TotpSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn the_codes_are_those_of_the_standard() {
        // RFC 6238, appendix B, SHA-1, the last six digits.
        let secret = TotpSecret::from_bytes(b"12345678901234567890").unwrap();
        for (second, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            assert_eq!(secret.code_at(at(second)), code);
            assert_eq!(secret.step_of(code, at(second)), Some(second / 30));
        }
    }

    #[test]
    fn a_code_is_right_one_step_early_and_one_step_late() {
        let secret = TotpSecret::from_bytes(b"12345678901234567890").unwrap();
        for (second, right) in [(1_000, true), (970, true), (1_030, true), (1_070, false), (930, false)] {
            let code = secret.code_at(at(1_000));
            assert_eq!(secret.step_of(&code, at(second)).is_some(), right, "{second}");
        }
        assert_eq!(secret.step_of("12345", at(1_000)), None);
        assert_eq!(secret.step_of("abcdef", at(1_000)), None);
    }

    #[test]
    fn debug_hides_the_secret() {
        let secret = TotpSecret::from_bytes(b"12345678901234567890").unwrap();
        assert_eq!(format!("{secret:?}"), "TotpSecret(…)");
    }
}

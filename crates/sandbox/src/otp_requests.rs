//! The one-time codes that MSG91 generated and checks.

use std::collections::{HashMap, VecDeque};

use jiff::Timestamp;

/// The most codes stored; beyond it the oldest are removed.
const KEPT: usize = 2_000;

/// The newest code of each number until it is verified, the newest last.
#[derive(Debug, Default)]
pub(crate) struct OtpRequests(VecDeque<OtpRequest>);

/// A code that was sent.
#[derive(Debug, Clone)]
pub(crate) struct OtpRequest {
    pub(crate) to: String,
    pub(crate) code: String,
    pub(crate) template_id: String,
    pub(crate) values: HashMap<String, String>,
    pub(crate) expires_at: Timestamp,
}

impl OtpRequests {
    /// Stores a code; it replaces the one of the same number.
    pub(crate) fn put(&mut self, request: OtpRequest) {
        self.0.retain(|known| known.to != request.to);
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back(request);
    }

    pub(crate) fn find(&self, to: &str) -> Option<&OtpRequest> {
        self.0.iter().find(|known| known.to == to)
    }

    /// Checks a code, which is valid only once.
    pub(crate) fn verify(&mut self, to: &str, code: &str, now: Timestamp) -> Result<(), &'static str> {
        let request = self.find(to).ok_or("Mobile no. already verified")?;
        if request.expires_at <= now {
            return Err("OTP expired");
        }
        if request.code != code {
            return Err("OTP not match");
        }
        self.0.retain(|known| known.to != to);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    fn request(to: &str, code: &str) -> OtpRequest {
        OtpRequest {
            to: to.to_owned(),
            code: code.to_owned(),
            template_id: "t".to_owned(),
            values: HashMap::new(),
            expires_at: Timestamp::UNIX_EPOCH + SignedDuration::from_mins(10),
        }
    }

    #[test]
    fn a_code_is_valid_once_for_its_number_until_it_expires() {
        let mut requests = OtpRequests::default();
        requests.put(request("+919876543210", "0000"));
        requests.put(request("+919876543210", "1234"));
        let now = Timestamp::UNIX_EPOCH;
        assert_eq!(requests.verify("+919876543210", "0000", now), Err("OTP not match"), "replaced");
        assert_eq!(requests.verify("+919876543211", "1234", now), Err("Mobile no. already verified"));
        let late = now + SignedDuration::from_mins(10);
        assert_eq!(requests.verify("+919876543210", "1234", late), Err("OTP expired"));
        assert_eq!(requests.verify("+919876543210", "1234", now), Ok(()));
        assert_eq!(requests.verify("+919876543210", "1234", now), Err("Mobile no. already verified"));
    }
}

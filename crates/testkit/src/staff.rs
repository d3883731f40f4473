//! Members of staff as tests use them.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use jiff::Timestamp;
use sideout_app::{
    staff::{
        AddMember, add_from_command_line, authenticate_staff, confirm_totp, link_by_phone, pair_device,
        set_pin, sign_in_by_pin, start_totp, use_link,
    },
    steps::audited::{Actor, RequestKey},
};
use sideout_domain::{
    StaffId, VenueId,
    person::Phone,
    staff::{Pin, Role},
};
use totp_rs::{Builder, Secret};

use crate::{NETWORK, TestApp};

/// The digits of the random number that a key is made of: enough that no two keys of a test are the same.
const KEY_DIGITS: u32 = 12;

/// A member of staff with an authenticator app and a session that is proven by it.
#[derive(Debug, Clone)]
pub struct StaffMember {
    /// The id.
    pub id: StaffId,
    /// The phone number.
    pub phone: Phone,
    /// The token of the session.
    pub token: String,
    /// The secret of the authenticator app, base32.
    pub secret: String,
}

impl TestApp {
    /// Adds a member of staff, who signs in by a link and sets up an authenticator app.
    pub async fn staff(&self, role: Role, phone: &str, venues: &[VenueId]) -> StaffMember {
        let id = self.staff_without_session(role, phone, venues).await;
        let phone: Phone = phone.parse().expect("an Indian mobile number");
        let token = self.staff_link(&phone).await;
        let started = use_link(self, &token, "Test", NETWORK).await.expect("a new link signs in");
        let token = started.token.reveal().to_owned();
        let actor = authenticate_staff(self, &token).await.expect("the session is there");
        let secret = start_totp(self, &actor, "Test").await.expect("no app is set up yet").secret;
        let code = totp_code(&secret, self.clock_now());
        confirm_totp(self, &actor, &code, NETWORK).await.expect("the code is right");
        StaffMember { id, phone, token, secret }
    }

    /// Adds a member of staff who has not signed in.
    pub async fn staff_without_session(&self, role: Role, phone: &str, venues: &[VenueId]) -> StaffId {
        let new = AddMember {
            full_name: format!("Test {role}").parse().expect("a name"),
            phone: phone.parse().expect("an Indian mobile number"),
            role,
            venues: venues.to_vec(),
            denied: Vec::new(),
        };
        let app = self.app();
        add_from_command_line(&app.store, &*app.clock, &*app.random, new).await.expect("a new number")
    }

    /// The token of a new one-time link for the member with this number.
    pub async fn staff_link(&self, phone: &Phone) -> String {
        let (app, desk) = (self.app(), &self.settings.desk);
        let made = link_by_phone(&app.store, &*app.clock, &*app.random, desk, phone.clone()).await;
        made.expect("the member exists").token.reveal().to_owned()
    }

    /// Pairs a device with a venue in the name of `manager`. Returns its secret.
    pub async fn device(&self, manager: &StaffMember, venue: VenueId) -> String {
        let actor = self.actor(&manager.token).await;
        let label = "Front desk".parse().expect("a label");
        let paired = pair_device(self, &actor, (venue, label), None, self.drawn_key()).await;
        paired.expect("a manager with a fresh proof pairs devices").token.reveal().to_owned()
    }

    /// Sets the PIN of a member whose proof is fresh.
    pub async fn set_pin(&self, member: &StaffMember, pin: &str) {
        let actor = self.actor(&member.token).await;
        let pin = Pin::parse(pin).expect("a PIN");
        set_pin(self, &actor, &pin, NETWORK, self.drawn_key()).await.expect("the proof is fresh");
    }

    /// The token of a session that a PIN begins on a device.
    pub async fn pin_session(&self, device: &str, member: StaffId, pin: &str) -> String {
        let started = sign_in_by_pin(self, device, (member, pin), "Test", NETWORK).await;
        started.expect("the PIN is right").token.reveal().to_owned()
    }

    fn drawn_key(&self) -> RequestKey {
        request_key(u64::try_from(self.app().random.number_of_digits(KEY_DIGITS)).expect("above zero"))
    }

    /// The member of staff whose session has this token.
    pub async fn actor(&self, token: &str) -> Actor {
        authenticate_staff(self, token).await.expect("the session is there")
    }
}

/// The code that an authenticator app with this secret (base32) shows.
pub fn totp_code(secret: &str, at: Timestamp) -> String {
    let secret = Secret::try_from_base32(secret).expect("base32");
    let totp = Builder::new().with_secret(secret).build().expect("the secret is long enough");
    totp.generate(u64::try_from(at.as_second()).expect("after 1970")).to_string()
}

/// An idempotency key: the `n`-th of a test.
pub fn request_key(n: u64) -> RequestKey {
    format!("00000000-0000-4000-8000-{n:012x}").parse().expect("a UUID")
}

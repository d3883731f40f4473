//! Roles of staff, and how strongly a person has proven who they are.

use crate::named::named;

named! {
    /// The role of a member of staff. An owner works at all venues; the others at the venues they are given.
    Role, "role" {
        /// Owns the business.
        Owner = "owner",
        /// Runs venues.
        Manager = "manager",
        /// Works at the front desk.
        Desk = "desk",
    }
}

named! {
    /// How a session of staff was signed in or, if a key has proven the person since, by which key; from the weakest to the strongest.
    SignInStrength, "sign-in strength" {
        /// By a one-time link alone.
        Link = "link",
        /// By a PIN on a paired device.
        Pin = "pin",
        /// By a code of an authenticator app.
        Totp = "totp",
        /// By a passkey.
        Passkey = "passkey",
    }
}

impl SignInStrength {
    /// Whether this proves the person by something that they own.
    pub fn is_strong(self) -> bool {
        matches!(self, SignInStrength::Totp | SignInStrength::Passkey)
    }
}

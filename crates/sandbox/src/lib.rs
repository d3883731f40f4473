//! Stand-ins for the outside providers over real HTTP, and the inbox.
//!
//! The sandbox speaks the providers' own APIs and knows nothing of the product, so that the product cannot tell it from
//! the real thing: only base URLs and keys differ. One module for each provider; whatever they send ends in the
//! [`inbox`] or the [`mailbox`], as JSON for tests and as a page for people.

mod chance;
mod clock;
mod inbox;
mod mailbox;
mod msg91;
mod msg91_otp;
mod page;
mod razorpay;
mod recent_requests;
mod scenario;
mod serve;
mod settings;
mod smtp;
mod state;
mod template;
mod twilio;

pub use razorpay::ClockAhead;
pub use serve::{Listeners, serve, serve_with_clock};
pub use settings::{
    ApprovedTemplate, Msg91Account, RazorpayAccount, SandboxSettings, SmtpAccount, TwilioAccount,
};

//! Stand-ins for the outside providers over real HTTP and SMTP, the inbox and the mailbox.
//!
//! The sandbox implements the providers' APIs and depends on nothing of the product. All messages end in the `inbox` or the
//! `mailbox`, as JSON for tests and as a page for people.

mod clock;
mod inbox;
mod inbox_api;
mod mailbox;
mod mailbox_api;
mod msg91;
mod msg91_otp;
mod otp_requests;
mod page;
mod random;
mod razorpay;
mod recent_requests;
mod scenario;
mod serve;
mod settings;
mod smtp;
mod state;
mod template;
mod twilio;

pub use razorpay::time::ClockAhead;
pub use serve::{Listeners, serve, serve_with_clock};
pub use settings::{
    ApprovedTemplate, Msg91Account, RazorpayAccount, SandboxSettings, SmtpAccount, TwilioAccount,
};

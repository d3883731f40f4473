//! The state shared by all stand-ins.

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::{
    inbox::Inbox,
    mailbox::Mailbox,
    otp_requests::OtpRequests,
    razorpay::{provider_data::ProviderData, time::ClockAhead},
    recent_requests::RecentRequests,
    settings::SandboxSettings,
    template::Template,
};

/// The state of the sandbox.
#[derive(Debug)]
pub(crate) struct Sandbox {
    pub(crate) settings: SandboxSettings,
    /// The clock of all stand-ins.
    pub(crate) clock: ClockAhead,
    /// The registered texts by MSG91's id.
    pub(crate) templates: Vec<(String, Template)>,
    pub(crate) inbox: Mutex<Inbox>,
    pub(crate) mailbox: Mutex<Mailbox>,
    pub(crate) recent: Mutex<RecentRequests>,
    pub(crate) otp_requests: Mutex<OtpRequests>,
    pub(crate) razorpay: Mutex<ProviderData>,
    /// Notified when a webhook may be due.
    pub(crate) webhooks_due: Notify,
    /// Notified when all due webhooks were tried.
    pub(crate) webhooks_tried: Notify,
}

impl Sandbox {
    pub(crate) fn new(settings: SandboxSettings, ahead: ClockAhead) -> Self {
        let templates =
            settings.templates.iter().map(|known| (known.id.clone(), Template::parse(&known.text))).collect();
        Sandbox {
            settings,
            clock: ahead.clone(),
            templates,
            inbox: Mutex::default(),
            mailbox: Mutex::default(),
            recent: Mutex::default(),
            otp_requests: Mutex::default(),
            razorpay: Mutex::new(ProviderData::with_clock(ahead)),
            webhooks_due: Notify::default(),
            webhooks_tried: Notify::default(),
        }
    }

    pub(crate) fn template(&self, id: &str) -> Option<&Template> {
        self.templates.iter().find(|(known, _)| known == id).map(|(_, template)| template)
    }

    /// Whether the telephone operators would let this text through to this number.
    pub(crate) fn is_registered(&self, to: &str, text: &str) -> bool {
        let is_indian = to.starts_with("+91");
        !is_indian || self.templates.is_empty() || self.templates.iter().any(|(_, known)| known.allows(text))
    }
}

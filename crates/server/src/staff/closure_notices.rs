//! How the players of a closed court are told, for the person who closed it.

use std::fmt;

use sideout_app::App;
use sideout_domain::notice::{Channel, Notice};
use sideout_providers::messaging;

use crate::{database::DatabaseUrl, running::host_of, settings::ServerSettings};

/// By which channels they are told, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClosureNotices {
    channels: Vec<Channel>,
    sender: NoticeSender,
}

/// Who sends what a command has written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NoticeSender {
    /// The server that carries out the command, or one beside it on the same database.
    RunningServer,
    /// The database belongs to this command now, so no server runs.
    NextServer,
}

impl ClosureNotices {
    /// As this server sends them.
    pub(super) fn sent_by(app: &App) -> Self {
        let channels = app.notification_channels.channels(Notice::CourtClosed);
        ClosureNotices { channels, sender: NoticeSender::RunningServer }
    }

    /// As a server with these settings sends them, for a command that writes to the database itself.
    pub(crate) fn sent_elsewhere(settings: &ServerSettings, database: &DatabaseUrl) -> Self {
        let sender = match database {
            DatabaseUrl::Sqlite(_) => NoticeSender::NextServer,
            DatabaseUrl::Postgres(_) => NoticeSender::RunningServer,
        };
        let has_text = settings.messaging.templates.court_closed.is_some()
            && host_of(&settings.business.public_url)
                .is_ok_and(|host| messaging::connect(&settings.messaging, "", &host).is_ok());
        let is_there = |channel: &Channel| match channel {
            Channel::Text => has_text,
            Channel::Mail => settings.mail.is_some(),
        };
        let channels = Channel::ALL.iter().copied().filter(is_there).collect();
        ClosureNotices { channels, sender }
    }

    /// When they are sent, and refunds with them.
    pub(super) fn when(&self) -> &'static str {
        match self.sender {
            NoticeSender::RunningServer => "sent by the running server within a minute",
            NoticeSender::NextServer => "sent once a server runs",
        }
    }
}

impl fmt::Display for ClosureNotices {
    /// Sentences with their full stops.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NO_TEXT: &str = "no text is set up for it (messaging.templates.court_closed)";
        const NO_MAIL: &str = "there is no mail relay ([mail])";
        let (text, mail) = (Channel::Text, Channel::Mail);
        let when = match self.sender {
            NoticeSender::RunningServer => "",
            NoticeSender::NextServer => ", once a server runs",
        };
        match (self.channels.contains(&text), self.channels.contains(&mail)) {
            (true, true) => write!(f, "The players are told by text message and mail{when}."),
            (true, false) => {
                write!(f, "The players are told by text message{when}, and not by mail: {NO_MAIL}.")
            }
            (false, true) => {
                write!(f, "The players are told by mail{when}, and not by text message: {NO_TEXT}.")
            }
            (false, false) => {
                write!(f, "The players are NOT told: {NO_TEXT}, and {NO_MAIL}. Call them.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sideout_providers::{
        Secret,
        mail::{Encryption, MailSettings},
        messaging::{ApprovedTemplate, Msg91Settings},
    };

    use super::*;

    fn said(settings: &ServerSettings, database: &str) -> String {
        ClosureNotices::sent_elsewhere(settings, &DatabaseUrl::parse(database).unwrap()).to_string()
    }

    #[test]
    fn players_are_said_to_be_told_only_by_what_is_set_up() {
        let template =
            || ApprovedTemplate { msg91_template_id: Some("flow".to_owned()), ..ApprovedTemplate::default() };
        let mut settings = ServerSettings::standard();
        let file = "sqlite:x.db";
        let nobody = said(&settings, file);
        assert!(nobody.starts_with("The players are NOT told: no text is set up"), "{nobody}");
        assert!(nobody.contains("[mail]") && nobody.ends_with("Call them."), "{nobody}");

        settings.messaging.templates.one_time_code = template();
        settings.messaging.templates.court_closed = Some(template());
        assert_eq!(said(&settings, file), nobody, "a text without a provider goes to nobody");
        settings.messaging.msg91 = Some(Msg91Settings {
            base_url: Msg91Settings::OWN_URL.to_owned(),
            auth_key: Secret::new("key"),
            timeout_ms: 1,
        });
        let text = said(&settings, file);
        assert!(
            text.starts_with("The players are told by text message, once a server runs, and not by mail")
        );

        settings.mail = Some(MailSettings {
            host: "127.0.0.1".to_owned(),
            port: None,
            encryption: Encryption::None,
            user: None,
            password: None,
            from: "play@example.in".to_owned(),
            reply_to: None,
            timeout_ms: 1,
        });
        let both = "The players are told by text message and mail";
        assert_eq!(said(&settings, file), format!("{both}, once a server runs."));
        assert_eq!(said(&settings, "postgres://db.example.in/app"), format!("{both}."));
        settings.messaging.templates.court_closed = None;
        let mail = said(&settings, file);
        assert!(
            mail.starts_with("The players are told by mail, once a server runs, and not by text message")
        );
        assert!(mail.contains("messaging.templates.court_closed"), "{mail}");
    }
}

//! The text messages to players, with their registered template ids.

use std::sync::Arc;

use sideout_domain::{
    notice::{Channel, Notice},
    staff::Permission,
};
pub use sideout_providers::messaging::ListedText;
use sideout_providers::messaging::TextList;

use super::read_set_up::ReadSetUpError;
use crate::{App, platform::brand::find_brand, steps::audited::Actor};

/// The texts, and the name in them.
#[derive(Debug, Clone)]
pub struct BrandTexts {
    /// The operator's name, which each text holds.
    pub name: String,
    /// The texts and their sender.
    pub list: Arc<TextList>,
    /// The notices that also go by mail; none without a relay.
    pub by_mail: Vec<Notice>,
}

/// The texts of all messages to players.
///
/// # Errors
/// [`ReadSetUpError`].
pub async fn list_texts(app: &App, actor: &Actor) -> Result<BrandTexts, ReadSetUpError> {
    actor.check(Permission::SetupRead, app.clock.now())?;
    let name = find_brand(app).await?.name.clone();
    let channels = &app.notification_channels;
    let goes_by_mail = |notice: &Notice| channels.channels(*notice).contains(&Channel::Mail);
    let by_mail = Notice::ALL.iter().copied().filter(goes_by_mail).collect();
    Ok(BrandTexts { name, list: channels.text_list.clone(), by_mail })
}

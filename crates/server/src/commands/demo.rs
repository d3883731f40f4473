//! `sideout demo`: a server and the sandbox, on this machine alone.

use std::{net::SocketAddr, process::ExitCode};

use sideout_app::random::SystemRandom;
use sideout_providers::{
    Secret,
    images::ImageSettings,
    messaging::{ApprovedTemplate, MessagingSettings, Msg91Settings, ProviderName, Templates},
};
use sideout_sandbox::SandboxSettings;
use tokio::sync::watch;

use super::Failure;
use crate::{
    cli::DemoArguments,
    log,
    running::{Running, bind, build_app, kept_code_key, stop_signal, told},
    settings::ServerSettings,
};

/// The id under which the sandbox knows the code message.
const CODE_FLOW: &str = "sandbox-one-time-code";

/// Starts both, fills an empty database once, and serves until told to stop.
pub(crate) async fn demo(arguments: DemoArguments) -> Result<ExitCode, Failure> {
    let listener = bind(arguments.listen, "--listen").await?;
    let sandbox_listener = bind(arguments.sandbox_listen, "--sandbox-listen").await?;
    let address = |bound: std::io::Result<SocketAddr>| bound.map_err(|error| Failure::new(error.to_string()));
    let (own, sandbox) = (address(listener.local_addr())?, address(sandbox_listener.local_addr())?);

    let settings = settings(&arguments, own, sandbox)?;
    log::start(&settings.log)?;
    let (stop, stopped) = watch::channel(false);
    let registered = settings.messaging.templates.one_time_code.text.clone().unwrap_or_default();
    let sandbox_settings = SandboxSettings {
        templates: vec![sideout_sandbox::ApprovedTemplate { id: CODE_FLOW.to_owned(), text: registered }],
        ..SandboxSettings::default()
    };
    let standing_in = tokio::spawn(sideout_sandbox::serve(sandbox_listener, sandbox_settings, told(stopped)));

    let app = build_app(&settings).await?;
    let running = Running::serve(app, settings, listener).await?;
    welcome(running.address(), sandbox);
    running.until(stop_signal()).await;
    stop.send_replace(true);
    match standing_in.await {
        Ok(Ok(())) => Ok(ExitCode::SUCCESS),
        Ok(Err(error)) => Err(Failure::new(format!("the sandbox stopped: {error}"))),
        Err(error) => Err(Failure::new(format!("the sandbox broke: {error}"))),
    }
}

/// What an operator would write into the settings file, with the sandbox's addresses and keys.
fn settings(
    arguments: &DemoArguments,
    own: SocketAddr,
    sandbox: SocketAddr,
) -> Result<ServerSettings, Failure> {
    let mut settings = ServerSettings::load(None).map_err(|error| Failure::new(error.to_string()))?;
    settings.listen = own;
    settings.data_dir.clone_from(&arguments.data);
    settings.database_url = match &arguments.database_url {
        Some(url) => url.clone(),
        None => format!("sqlite:{}", arguments.data.join("sideout.db").display()),
    };
    if settings.code_key.is_none() {
        // The demo is one node, whatever its database: the key may live in its folder.
        settings.code_key = Some(Secret::new(&kept_code_key(&arguments.data, &SystemRandom)?));
    }
    settings.images = ImageSettings { folder: arguments.data.join("images"), bucket: None };
    settings.business.public_url = format!("http://{own}");
    settings.business.throttle = !arguments.no_throttle;
    let account = sideout_sandbox::Msg91Account::default();
    settings.messaging = MessagingSettings {
        provider: ProviderName::Msg91,
        msg91: Some(Msg91Settings {
            base_url: format!("http://{sandbox}"),
            auth_key: Secret::new(&account.auth_key),
            timeout_ms: 5_000,
        }),
        templates: Templates {
            one_time_code: ApprovedTemplate {
                text: Some(code_text(own)),
                msg91_template_id: Some(CODE_FLOW.to_owned()),
                ..ApprovedTemplate::default()
            },
        },
        ..MessagingSettings::default()
    };
    Ok(settings)
}

/// The code message as it would be registered; its last line lets browsers fill the code in for this host.
fn code_text(own: SocketAddr) -> String {
    format!(
        "##code## is your Sideout code. It works for ##minutes## minutes. Do not share it with anyone.\n\n@{} ###code##",
        own.ip()
    )
}

#[expect(clippy::print_stdout, reason = "tells the person at the terminal where to look")]
fn welcome(own: SocketAddr, sandbox: SocketAddr) {
    println!("Book a court:   http://{own}/");
    println!("Read the texts: http://{sandbox}/");
}

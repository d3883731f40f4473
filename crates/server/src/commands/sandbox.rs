//! `sideout sandbox`: stand-ins of the providers, and the settings for a server that uses them.

mod set_up_commands;

use std::process::ExitCode;

use sideout_sandbox::{Listeners, Msg91Account, RazorpayAccount, SandboxSettings, TwilioAccount};

pub(super) use self::set_up_commands::SENDING_NUMBER;
use self::set_up_commands::{Accounts, Addresses, SetUpCommands};
use crate::{
    cli::SandboxArguments, failure::Failure, public_url::host_of, registered_texts::registered_texts,
    server::bind, stop_signals::StopSignals,
};

/// Serves the stand-ins until a stop signal.
pub(crate) async fn sandbox(arguments: SandboxArguments) -> Result<ExitCode, Failure> {
    let mut signals = StopSignals::catch()?;
    let http = bind(arguments.listen, "--listen").await?;
    let smtp = bind(arguments.mail_listen, "--mail-listen").await?;
    let address = |bound: std::io::Result<_>| {
        bound.map_err(|error| {
            Failure::new(format!(
                "the address of a listener cannot be read: {error}; start the sandbox again"
            ))
        })
    };
    let (own, relay) = (address(http.local_addr())?, address(smtp.local_addr())?);

    let addresses = Addresses::of(own, relay, &arguments);
    let host = host_of(&addresses.public_url).map_err(|_| {
        Failure::new(format!(
            "--public-url: '{}' is not an address for players; write scheme, host and port only, like http://127.0.0.1:8080",
            addresses.public_url
        ))
    })?;
    let webhook_url =
        arguments.webhook_url.unwrap_or_else(|| format!("http://{}/webhooks/razorpay", addresses.server));
    let texts = registered_texts(&arguments.brand, &host, &arguments.msg91_template)?;
    let accounts = Accounts {
        msg91: Msg91Account { auth_key: arguments.msg91_auth_key, ..Msg91Account::default() },
        twilio: TwilioAccount::default(),
        razorpay: RazorpayAccount {
            key_id: arguments.razorpay_key_id,
            key_secret: arguments.razorpay_key_secret,
            webhook_secret: arguments.razorpay_webhook_secret,
            webhook_url: Some(webhook_url.clone()),
            ..RazorpayAccount::default()
        },
    };
    print_line!("Inbox and payments   {}/   (Ctrl-C stops)", addresses.sandbox);
    print_line!("Checkout's script    {}", addresses.checkout_script());
    print_line!("Mail relay           {relay}");
    print_line!("Webhooks go to       {webhook_url}");
    print_line!();
    print_line!(
        "Paste this into another terminal, in an empty folder. It writes sideout.toml there and gives"
    );
    print_line!("that terminal the keys; docs/OPERATING.md (Rehearsal) goes on from there.");
    print_line!();
    print_line!(
        "{}",
        SetUpCommands { addresses: &addresses, accounts: &accounts, texts: &texts, brand: &arguments.brand }
    );

    let settings = SandboxSettings {
        msg91: accounts.msg91,
        twilio: accounts.twilio,
        razorpay: accounts.razorpay,
        templates: texts.into_iter().map(|text| text.template).collect(),
        ..SandboxSettings::default()
    };
    let stopped = async move {
        signals.next().await;
    };
    sideout_sandbox::serve(Listeners { http, smtp: Some(smtp) }, settings, stopped).await.map_err(
        |error| Failure::new(format!("the sandbox stopped because of an error ({error}); start it again")),
    )?;
    Ok(ExitCode::SUCCESS)
}

//! The addresses of a demo: where its parts and browsers reach the server and the sandbox.

use std::net::SocketAddr;

use sideout_app::platform::desk_address::desk_address;

use crate::{
    cli::DemoArguments,
    local_address::{on_this_machine, url_of},
};

/// Where the demo's parts and browsers reach each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Addresses {
    /// Where the server listens.
    pub(super) listen: SocketAddr,
    /// Where the sandbox reaches the server.
    pub(super) server: SocketAddr,
    /// Where the server reaches the sandbox.
    pub(super) sandbox: SocketAddr,
    /// Where the server reaches the mail relay.
    pub(super) relay: SocketAddr,
    /// Where browsers reach the server.
    pub(super) public_url: String,
    /// Where browsers reach the sandbox.
    pub(super) sandbox_url: String,
}

/// The sockets of a demo.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    pub(super) server: SocketAddr,
    pub(super) sandbox: SocketAddr,
    pub(super) relay: SocketAddr,
}

impl Addresses {
    /// The addresses of these sockets; the arguments may name others for browsers.
    pub(super) fn of(bound: Bound, arguments: &DemoArguments) -> Self {
        let (server, sandbox) = (on_this_machine(bound.server), on_this_machine(bound.sandbox));
        let url = |given: &Option<String>, address| given.clone().unwrap_or_else(|| url_of(address));
        Addresses {
            listen: bound.server,
            server,
            sandbox,
            relay: bound.relay,
            public_url: url(&arguments.public_url, server),
            sandbox_url: url(&arguments.sandbox_url, sandbox),
        }
    }

    /// Where staff open the desk. `None` if sign-in would fail there: browsers keep its cookie on HTTPS and on `localhost` only.
    pub(super) fn desk(&self) -> Option<String> {
        let desk = desk_address(&self.public_url);
        let local = desk.strip_prefix("http://localhost");
        let is_local = local.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
        (desk.starts_with("https://") || is_local).then_some(desk)
    }

    /// The port at which other devices in the network reach players' pages, if the server listens on every address of this machine and
    /// browsers were not sent elsewhere.
    pub(super) fn port_for_others(&self) -> Option<u16> {
        let is_open = self.listen.ip().is_unspecified() && self.public_url == url_of(self.server);
        is_open.then_some(self.listen.port())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::{Arguments, Command};

    fn addresses(listen: &str, more: &[&str]) -> Addresses {
        let typed = ["sideout", "demo", "--listen", listen].into_iter().chain(more.iter().copied());
        let Command::Demo(arguments) = Arguments::try_parse_from(typed).unwrap().command else {
            panic!("a demo")
        };
        let bound = Bound {
            server: arguments.listen,
            sandbox: arguments.sandbox_listen,
            relay: "127.0.0.1:8025".parse().unwrap(),
        };
        Addresses::of(bound, &arguments)
    }

    #[test]
    fn the_desk_opens_on_localhost_wherever_the_server_is_reached_by_that_name() {
        for (listen, public_url) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("0.0.0.0:8080", "http://127.0.0.1:8080"),
            ("[::1]:8080", "http://localhost:8080"),
            ("[::]:8080", "http://localhost:8080"),
        ] {
            let addresses = addresses(listen, &[]);
            assert_eq!(addresses.public_url, public_url, "{listen}");
            assert_eq!(addresses.desk().as_deref(), Some("http://localhost:8080"), "{listen}");
            let is_open = addresses.port_for_others().is_some();
            assert_eq!(is_open, listen.starts_with("0.0.0.0") || listen.starts_with("[::]"), "{listen}");
        }
    }

    #[test]
    fn no_desk_is_promised_where_browsers_keep_no_cookie_of_it() {
        for listen in ["192.168.1.20:8080", "127.0.0.2:8080", "127.0.0.10:8080"] {
            let addresses = addresses(listen, &[]);
            assert_eq!(addresses.public_url, format!("http://{listen}"));
            assert_eq!((addresses.desk(), addresses.port_for_others()), (None, None), "{listen}");
        }
        let by_name = addresses("0.0.0.0:8080", &["--public-url", "http://tablet.local:8080"]);
        assert_eq!((by_name.desk(), by_name.port_for_others()), (None, None));
    }

    #[test]
    fn behind_https_the_desk_opens_on_other_devices() {
        let given =
            ["--public-url", "https://demo.example.in/", "--sandbox-url", "https://sandbox.example.in"];
        let addresses = addresses("192.168.1.20:8080", &given);
        assert_eq!(addresses.public_url, "https://demo.example.in");
        assert_eq!(addresses.desk().as_deref(), Some("https://demo.example.in"));
        assert_eq!(addresses.sandbox_url, "https://sandbox.example.in");
        assert_eq!(addresses.server.to_string(), "192.168.1.20:8080", "for webhooks");
        assert_eq!(addresses.sandbox.to_string(), "127.0.0.1:8081", "for the server");
    }

    #[test]
    fn an_address_for_browsers_has_a_scheme_and_a_host_and_no_path() {
        for wrong in ["demo.example.in", "ftp://demo.example.in", "https://", "https://demo.example.in/desk"]
        {
            let typed = Arguments::try_parse_from(["sideout", "demo", "--public-url", wrong]);
            assert!(typed.unwrap_err().to_string().contains("like https://demo.example.in"), "{wrong}");
        }
    }
}

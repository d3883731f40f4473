//! Security headers of responses, errors included (Mozilla's guidelines, OWASP ASVS V3.4).

use base64::{Engine as _, prelude::BASE64_STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use sha2::{Digest as _, Sha256};

use super::settings::HttpSettings;

/// The policy of a response that may load nothing.
const CLOSED: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), \
     midi=(), usb=()",
);
/// As [`PERMISSIONS`], with the camera, by which the desk's check-in reads passes.
const DESK_PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), \
     microphone=(), midi=(), usb=()",
);

/// The kind of the requested address; it decides what a browser may do with the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A page or one of its files.
    Page,
    /// A page of the desk.
    DeskPage,
    /// A call by a program.
    Program,
}

impl Audience {
    /// The audience of an address.
    pub(crate) fn of(path: &str) -> Self {
        const PROGRAM: [&str; 6] = ["/api/", "/images/", "/webhooks/", "/healthz", "/readyz", "/metrics"];
        if PROGRAM.iter().any(|prefix| path.starts_with(prefix)) {
            Audience::Program
        } else if path.strip_prefix("/desk").is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            Audience::DeskPage
        } else {
            Audience::Page
        }
    }
}

/// The headers, built once.
#[derive(Debug, Clone)]
pub(crate) struct SecurityHeaders {
    page_policy: HeaderValue,
    desk_policy: HeaderValue,
    transport: Option<HeaderValue>,
}

impl SecurityHeaders {
    /// `public_url` decides whether browsers must use https only; `checkout` is the payment provider's script, if there
    /// is an account: its origin and the `checkout_hosts` are added to the policy of pages, and not to that of the desk.
    pub(crate) fn new(settings: &HttpSettings, public_url: &str, checkout: Option<&str>) -> Self {
        let hosts = |hosts: &[String]| -> String {
            let safe = |host: &&String| {
                host.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b';' | b',' | b'\''))
            };
            hosts.iter().filter(safe).map(|host| format!(" {host}")).collect()
        };
        let script: Vec<String> = checkout.and_then(origin).into_iter().collect();
        let checkout_script = hosts(&script);
        // The checkout window is a frame of the provider's; its script also sends requests and shows content in our
        // page.
        let checkout = if script.is_empty() {
            String::new()
        } else {
            format!("{checkout_script}{}", hosts(&settings.checkout_hosts))
        };
        let maps = hosts(&settings.map_hosts);
        let frames = format!("{maps}{checkout}");
        let frames = if frames.is_empty() { " 'none'".to_owned() } else { frames };
        let pictures = hosts(&settings.image_hosts);
        // The map is in `connect-src` too: the page requests its site before it shows the frame, because a frame cannot report that it
        // failed.
        // No require-trusted-types-for: the app itself works with it (tried in Chromium), but the library that renders
        // the pass as a picture writes srcdoc and innerHTML, so saving the pass would fail.
        let policy = format!(
            "default-src 'none'; script-src 'self'{checkout_script}; style-src 'self'; \
             img-src 'self' data: blob:{pictures}{checkout}; font-src 'self'; connect-src 'self'{maps}{checkout}; \
             manifest-src 'self'; worker-src 'self'; frame-src{frames}; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'; object-src 'none'"
        );
        // The desk shows no map and no checkout, so its page loads nothing from other sites except pictures of venues.
        let desk_policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:{pictures}; \
             font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'none'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
        );
        SecurityHeaders {
            page_policy: HeaderValue::try_from(policy).unwrap_or(CLOSED),
            desk_policy: HeaderValue::try_from(desk_policy).unwrap_or(CLOSED),
            transport: public_url
                .starts_with("https://")
                .then_some(HeaderValue::from_static("max-age=63072000; includeSubDomains")),
        }
    }

    /// The policy of a page with inline code: `script` and `style` are its hashes, each empty or ` 'sha256-…'`.
    pub(crate) fn page_policy_with(&self, script: &str, style: &str) -> HeaderValue {
        with_inline_code(&self.page_policy, script, style)
    }

    /// The policy of the desk's page, which may run the inline scripts with these hashes ([`sources_of_scripts`]).
    pub(crate) fn desk_policy_with(&self, scripts: &str) -> HeaderValue {
        with_inline_code(&self.desk_policy, scripts, "")
    }

    /// Adds the missing headers; a stricter policy or a cache time set by a handler stays.
    pub(crate) fn apply(&self, headers: &mut HeaderMap, audience: Audience) {
        let policy = match audience {
            Audience::Page | Audience::DeskPage => &self.page_policy,
            Audience::Program => &CLOSED,
        };
        let permissions = if audience == Audience::DeskPage { DESK_PERMISSIONS } else { PERMISSIONS };
        let mut put = |name: HeaderName, value: HeaderValue| {
            headers.entry(name).or_insert(value);
        };
        put(header::CONTENT_SECURITY_POLICY, policy.clone());
        put(header::CACHE_CONTROL, NO_STORE);
        put(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        put(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
        put(
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin-allow-popups"),
        );
        put(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
        put(HeaderName::from_static("permissions-policy"), permissions);
        if let Some(transport) = &self.transport {
            put(header::STRICT_TRANSPORT_SECURITY, transport.clone());
        }
    }
}

fn with_inline_code(policy: &HeaderValue, script: &str, style: &str) -> HeaderValue {
    let policy = policy.to_str().unwrap_or_default();
    let policy = policy
        .replace("script-src 'self'", &format!("script-src 'self'{script}"))
        .replace("style-src 'self'", &format!("style-src 'self'{style}"));
    HeaderValue::try_from(policy).unwrap_or(CLOSED)
}

/// The hashes of the code of all `<script>` elements without attributes in `html`, as [`source_of_inline_code`] writes them.
pub(crate) fn sources_of_scripts(html: &str) -> String {
    let scripts = html.split("<script>").skip(1).filter_map(|rest| rest.split_once("</script>"));
    scripts.map(|(script, _)| source_of_inline_code(script)).collect()
}

/// A space and the hash by which a content security policy allows a script or style in a page: ` 'sha256-…'`; empty for an
/// empty text.
pub(crate) fn source_of_inline_code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// The origin of an address, such as `https://checkout.example.in`.
fn origin(address: &str) -> Option<String> {
    let uri: http::Uri = address.parse().ok()?;
    Some(format!("{}://{}", uri.scheme_str()?, uri.authority()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers_of(settings: &HttpSettings, url: &str, audience: Audience) -> HeaderMap {
        let mut headers = HeaderMap::new();
        SecurityHeaders::new(settings, url, None).apply(&mut headers, audience);
        headers
    }

    #[test]
    fn pages_get_a_policy_without_inline_code_and_programs_may_load_nothing() {
        let page = headers_of(&HttpSettings::default(), "http://127.0.0.1:8080", Audience::Page);
        let text = page[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(text.contains("frame-src https://www.google.com https://maps.google.com;"), "{text}");
        assert!(
            text.contains("connect-src 'self' https://www.google.com https://maps.google.com;"),
            "{text}"
        );
        assert!(!text.contains("unsafe"), "{text}");
        let program = headers_of(&HttpSettings::default(), "http://127.0.0.1:8080", Audience::Program);
        assert_eq!(program[header::CONTENT_SECURITY_POLICY], CLOSED);
        assert_eq!(program[header::CACHE_CONTROL], "no-store");
    }

    #[test]
    fn the_policy_of_pages_names_the_checkout_only_if_there_is_one() {
        let policy = |checkout: Option<&str>| {
            let mut headers = HeaderMap::new();
            let made = SecurityHeaders::new(&HttpSettings::default(), "https://a.in", checkout);
            made.apply(&mut headers, Audience::Page);
            headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned()
        };
        assert!(!policy(None).contains("razorpay"));
        let open = policy(Some("https://checkout.razorpay.com/v1/checkout.js"));
        assert!(open.contains("script-src 'self' https://checkout.razorpay.com;"), "{open}");
        assert!(open.contains(" https://api.razorpay.com"), "{open}");
        assert!(!open.contains("unsafe"), "{open}");
        let loopback = policy(Some("http://127.0.0.1:8081/v1/checkout.js"));
        assert!(loopback.contains("script-src 'self' http://127.0.0.1:8081;"), "{loopback}");
        assert!(!policy(Some("nonsense")).contains("razorpay"));
    }

    #[test]
    fn pages_of_the_desk_may_use_the_camera_and_no_other_address_may() {
        let permissions = |path: &str| {
            let headers = headers_of(&HttpSettings::default(), "https://a.in", Audience::of(path));
            headers["permissions-policy"].to_str().unwrap().to_owned()
        };
        for path in ["/desk", "/desk/", "/desk/v/1/check-in"] {
            assert!(permissions(path).contains("camera=(self),"), "{path}: {}", permissions(path));
            assert!(permissions(path).contains("microphone=()"), "{path}");
        }
        for path in ["/", "/desks", "/desk-check-in", "/location", "/api/desk/me", "/assets/desk-1.js"] {
            assert!(permissions(path).contains("camera=(),"), "{path}: {}", permissions(path));
        }
        let others = |path| permissions(path).replace("camera=(self)", "camera=()");
        assert_eq!(others("/desk"), others("/"), "nothing else differs");
    }

    #[test]
    fn the_policy_of_the_desk_allows_the_script_in_its_page_and_no_other_inline_code() {
        let page = "<head><script>first()</script><script type=\"module\" src=\"/a.js\"></script></head>";
        let policy_of = |html: &str| {
            let headers = SecurityHeaders::new(&HttpSettings::default(), "https://a.in", None);
            headers.desk_policy_with(&sources_of_scripts(html)).to_str().unwrap().to_owned()
        };
        let policy = policy_of(page);
        let hash = BASE64_STANDARD.encode(Sha256::digest("first()"));
        assert!(
            policy.contains(&format!("script-src 'self' 'sha256-{hash}'; style-src 'self';")),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        let none = policy_of("<script src=\"/boot.js\"></script>");
        assert!(none.contains("script-src 'self'; "), "{none}");
    }

    #[test]
    fn the_desk_may_show_pictures_of_the_listed_sites_and_loads_nothing_else_from_other_sites() {
        let settings = HttpSettings {
            image_hosts: vec!["https://pictures.example.in".to_owned()],
            ..HttpSettings::default()
        };
        let checkout = Some("https://checkout.razorpay.com/v1/checkout.js");
        let headers = SecurityHeaders::new(&settings, "https://a.in", checkout);
        let pictures = "img-src 'self' data: blob: https://pictures.example.in";
        let page = headers.page_policy_with("", "");
        assert!(page.to_str().unwrap().contains(pictures), "{page:?}");
        let desk = headers.desk_policy_with("");
        let desk = desk.to_str().unwrap();
        assert!(desk.contains(&format!("{pictures};")), "{desk}");
        assert_eq!(desk.matches("https://").count(), 1, "{desk}");
    }

    #[test]
    fn only_an_https_site_requires_https() {
        assert!(
            !headers_of(&HttpSettings::default(), "http://a.in", Audience::Page)
                .contains_key("strict-transport-security")
        );
        assert!(
            headers_of(&HttpSettings::default(), "https://a.in", Audience::Page)
                .contains_key("strict-transport-security")
        );
    }

    #[test]
    fn a_host_cannot_add_a_directive() {
        let settings = HttpSettings {
            map_hosts: vec!["https://a.in; script-src *".into(), "https://b.in;script-src".into()],
            ..HttpSettings::default()
        };
        let page = headers_of(&settings, "http://a.in", Audience::Page);
        assert!(page[header::CONTENT_SECURITY_POLICY].to_str().unwrap().contains("frame-src 'none';"));
    }
}

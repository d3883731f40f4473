//! What a browser says that it is, in a few words.

/// Parts of `User-Agent` and what they mean; the first one that is found counts.
const BROWSERS: [(&str, &str); 7] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    // Firefox and Chrome on an iPhone or iPad, which name Safari as well.
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// The same for operating systems.
const SYSTEMS: [(&str, &str); 6] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
];

/// `Chrome on Android`; `Another program` if the browser is not known. The client writes the header, so it proves nothing.
pub(crate) fn device_of(user_agent: &str) -> String {
    let find = |list: &[(&str, &'static str)]| {
        list.iter().find(|(part, _)| user_agent.contains(part)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        _ => "Another program".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_and_its_system_are_named() {
        let chrome = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36";
        assert_eq!(device_of(chrome), "Chrome on Android");
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
        assert_eq!(device_of(safari), "Safari on iPhone");
        let chrome =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/131.0 Mobile/15E148 Safari/604.1";
        assert_eq!(device_of(chrome), "Chrome on iPhone");
        let firefox = "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) FxiOS/133.0 Mobile/15E148 Safari/604.1";
        assert_eq!(device_of(firefox), "Firefox on iPad");
        assert_eq!(device_of("curl/8"), "Another program");
    }
}

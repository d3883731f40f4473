//! The number of files that the process may have open. Each connection is one.

use sideout_http::platform::settings::HttpSettings;

/// Files beside the connections of clients: the database, logs, pictures, requests to providers.
const OTHER_FILES: usize = 512;

/// Raises the limit of open files as far as the system allows. If the connections of `settings` still do not fit, allows
/// fewer, so that the server refuses further connections with a response instead of failing to accept them.
pub(crate) fn fit_open_files(settings: HttpSettings) -> HttpSettings {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => {
            let fitted = fit(settings.clone(), usize::try_from(limit).unwrap_or(usize::MAX));
            if fitted != settings {
                tracing::warn!(
                    open_files = limit,
                    max_connections = fitted.max_connections,
                    max_streams = fitted.max_streams,
                    "the system allows too few open files for the connections of the settings; raise LimitNOFILE"
                );
            }
            fitted
        }
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be read or raised");
            settings
        }
    }
}

fn fit(settings: HttpSettings, open_files: usize) -> HttpSettings {
    let most = open_files.saturating_sub(OTHER_FILES).max(open_files / 2).max(1);
    if settings.max_connections <= most {
        return settings;
    }
    // Streams stay open for minutes: they leave a quarter of the connections to all other requests.
    HttpSettings { max_connections: most, max_streams: settings.max_streams.min(most - most / 4), ..settings }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_that_do_not_fit_are_limited_and_streams_get_three_quarters_of_them() {
        let settings = HttpSettings { max_connections: 4_096, max_streams: 3_500, ..HttpSettings::default() };
        assert_eq!(fit(settings.clone(), 65_536), settings);
        assert_eq!(fit(settings.clone(), 4_608), settings);
        let fitted = fit(settings.clone(), 1_536);
        assert_eq!((fitted.max_connections, fitted.max_streams), (1_024, 768));
        let fitted = fit(settings.clone(), 256);
        assert_eq!((fitted.max_connections, fitted.max_streams), (128, 96));
        assert_eq!(fit(settings, 1).max_connections, 1);
    }

    #[test]
    fn the_limit_is_raised_and_the_defaults_are_kept_where_it_allows_them() {
        let fitted = fit_open_files(HttpSettings::default());
        let (soft, hard) = rlimit::getrlimit(rlimit::Resource::NOFILE).unwrap();
        assert_eq!(soft, hard);
        assert_eq!(fitted, fit(HttpSettings::default(), usize::try_from(soft).unwrap_or(usize::MAX)));
    }
}

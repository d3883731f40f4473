//! CPU time and memory of processes, from /proc.

use std::fs;

/// CPU seconds used so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Usage {
    pub(crate) server: f64,
    pub(crate) database: f64,
}

/// The kernel counts CPU time for /proc in hundredths of a second on Linux (`USER_HZ`).
const TICKS_PER_SECOND: f64 = 100.0;

/// User and system time of a process with all its threads, in seconds; 0 if /proc has no such process.
pub(crate) fn cpu_seconds(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The second field is the program's name in brackets and may contain any character; the fields are counted after it.
    let Some((_, fields)) = stat.rsplit_once(')') else { return 0.0 };
    // Fields 14 and 15 of the whole line, which are the 12th and 13th after the name (proc_pid_stat(5)).
    let ticks: f64 =
        fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / TICKS_PER_SECOND
}

/// Resident memory of a process in megabytes, now and at its highest; 0 if /proc has no such process.
pub(crate) fn resident_mb(process: u32) -> (f64, f64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let kilobytes = |name: &str| {
        status
            .lines()
            .find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    // The kernel's kB are KiB.
    (kilobytes("VmRSS:") * 1.024 / 1000.0, kilobytes("VmHWM:") * 1.024 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_uses_memory_and_an_unknown_one_no_cpu_time() {
        let (now, most) = resident_mb(std::process::id());
        assert!(now > 0.1 && most >= now);
        assert_eq!(cpu_seconds(u32::MAX), 0.0);
    }
}

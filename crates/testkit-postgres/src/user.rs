//! The user that the server runs as: PostgreSQL refuses to run as root.

use std::{fs, io, os::unix::fs::MetadataExt};

use crate::ClusterError;

/// The user id and the group id of a system account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) uid: u32,
    pub(crate) gid: u32,
}

/// The account to switch to if this process runs as root: `postgres`, or `nobody` without it. `None` for other users.
pub(crate) fn unprivileged() -> Result<Option<Account>, ClusterError> {
    if !we_are_root()? {
        return Ok(None);
    }
    let accounts = fs::read_to_string("/etc/passwd")?;
    ["postgres", "nobody"]
        .iter()
        .find_map(|name| account_named(&accounts, name))
        .map(Some)
        .ok_or(ClusterError::NoUnprivilegedUser)
}

fn we_are_root() -> io::Result<bool> {
    // The owner of our own entry in /proc is our effective user; the standard library has no geteuid.
    Ok(fs::metadata("/proc/self")?.uid() == 0)
}

/// Looks `name` up in the text of `/etc/passwd`.
fn account_named(passwd: &str, name: &str) -> Option<Account> {
    passwd.lines().find_map(|line| {
        let fields: Vec<&str> = line.split(':').collect();
        let [found, _, uid, gid, ..] = fields.as_slice() else { return None };
        if *found != name {
            return None;
        }
        Some(Account { uid: uid.parse().ok()?, gid: gid.parse().ok()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_found_by_its_whole_name() {
        let passwd = "root:x:0:0:root:/root:/bin/sh\npostgres2:x:7:8::/:\npostgres:x:101:104::/var:/bin/sh\n";
        assert_eq!(account_named(passwd, "postgres"), Some(Account { uid: 101, gid: 104 }));
        assert_eq!(account_named(passwd, "nobody"), None);
    }
}

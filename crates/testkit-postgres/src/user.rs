//! The user that the server runs as: PostgreSQL refuses to run as root.

use std::{fs, io, process::Command};

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
    // The standard library has no geteuid, and macOS has no /proc; `id` is part of POSIX.
    let printed = Command::new("id").arg("-u").output()?.stdout;
    Ok(printed.trim_ascii() == b"0")
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
    use std::{env, os::unix::fs::MetadataExt as _, process};

    use super::*;

    #[test]
    fn we_are_root_if_a_file_that_we_create_belongs_to_root() {
        let path = env::temp_dir().join(format!("sideout-owner-{}", process::id()));
        let owner = fs::File::create(&path).unwrap().metadata().unwrap().uid();
        fs::remove_file(&path).unwrap();
        assert_eq!(we_are_root().unwrap(), owner == 0);
    }

    #[test]
    fn an_account_is_found_by_its_whole_name() {
        let passwd = "root:x:0:0:root:/root:/bin/sh\npostgres2:x:7:8::/:\npostgres:x:101:104::/var:/bin/sh\n";
        assert_eq!(account_named(passwd, "postgres"), Some(Account { uid: 101, gid: 104 }));
        assert_eq!(account_named(passwd, "nobody"), None);
    }
}

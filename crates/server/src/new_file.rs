//! A new file that a command writes: whole, or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use crate::failure::Failure;

/// The most unfinished files beside one target: of commands that run at once, or that were killed.
const MOST_UNFINISHED: u32 = 100;

/// A new file. Until it is complete it is written under another name in the same folder, so that a part is not taken for the whole and
/// two commands never write into one file. If it is dropped before, that file is removed. The unfinished file of a killed command stays,
/// because another command may be writing it.
#[derive(Debug)]
pub(crate) struct NewFile {
    target: PathBuf,
    unfinished: PathBuf,
    content: BufWriter<File>,
    is_finished: bool,
}

/// Who may read a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Its owner only, because it has personal data.
    Owner,
    /// Every user whom the process's umask allows.
    Usual,
}

impl NewFile {
    /// Begins the file.
    ///
    /// # Errors
    /// If there is a file of this name, or it cannot be written.
    pub(crate) fn create(target: &Path, readers: Readers) -> Result<Self, Failure> {
        refuse_existing(target)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if readers == Readers::Owner {
            options.mode(0o600);
        }
        let (unfinished, file) = open_unfinished(target, &options).map_err(|error| cannot(target, &error))?;
        Ok(NewFile {
            target: target.to_owned(),
            unfinished,
            content: BufWriter::new(file),
            is_finished: false,
        })
    }

    /// Gives the file its name once all of it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written, or another file has its name by now.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let flushed = self.content.flush().and_then(|()| self.content.get_ref().sync_all());
        flushed.map_err(|error| cannot(&self.target, &error))?;
        refuse_existing(&self.target)?;
        fs::rename(&self.unfinished, &self.target).map_err(|error| cannot(&self.target, &error))?;
        self.is_finished = true;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.content.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.content.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_finished {
            // If this fails, the name says that it is unfinished.
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}

/// Opens a file beside `target` that no other command writes, with the first name that is free.
fn open_unfinished(target: &Path, options: &OpenOptions) -> io::Result<(PathBuf, File)> {
    let mut number = 1;
    loop {
        let name = unfinished(target, number);
        match options.open(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_UNFINISHED => {
                number += 1;
            }
            opened => return opened.map(|file| (name, file)),
        }
    }
}

/// The name of the file while it is written: `november.csv.unfinished`, as for the copies of `sideout backup`; the next one is
/// `november.csv.2.unfinished`.
fn unfinished(target: &Path, number: u32) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    if number > 1 {
        name.push(format!(".{number}"));
    }
    name.push(".unfinished");
    name.into()
}

fn refuse_existing(target: &Path) -> Result<(), Failure> {
    if target.symlink_metadata().is_ok() {
        return Err(Failure::new(format!("{} exists already; name a new file", target.display())));
    }
    Ok(())
}

fn cannot(target: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("{} cannot be written: {error}", target.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_has_its_name_when_it_is_complete_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("november.csv");
        let mut file = NewFile::create(&target, Readers::Owner).unwrap();
        file.write_all(b"date,time\r\n").unwrap();
        file.flush().unwrap();
        assert_eq!(names(folder.path()), ["november.csv.unfinished"]);
        file.write_all(b"2026-11-21,00:30:00\r\n").unwrap();
        file.finish().unwrap();
        assert_eq!(names(folder.path()), ["november.csv"]);
        assert_eq!(fs::read_to_string(&target).unwrap(), "date,time\r\n2026-11-21,00:30:00\r\n");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn nothing_is_left_of_a_file_that_was_not_finished() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("november.csv");
        let mut file = NewFile::create(&target, Readers::Usual).unwrap();
        file.write_all(b"date,time\r\n").unwrap();
        drop(file);
        assert_eq!(names(folder.path()), [] as [&str; 0]);
        // The unfinished file of a killed command does not prevent a new one.
        let left = folder.path().join("november.csv.unfinished");
        fs::write(&left, "date,").unwrap();
        NewFile::create(&target, Readers::Usual).unwrap().finish().unwrap();
        assert_eq!(names(folder.path()), ["november.csv", "november.csv.unfinished"]);
        assert_eq!([&target, &left].map(|file| fs::read_to_string(file).unwrap()), ["", "date,"]);
    }

    #[test]
    fn of_two_commands_that_write_one_new_file_the_first_to_end_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("november.csv");
        let mut slow = NewFile::create(&target, Readers::Usual).unwrap();
        slow.write_all(b"slow").unwrap();
        let mut fast = NewFile::create(&target, Readers::Usual).unwrap();
        fast.write_all(b"fast").unwrap();
        fast.flush().unwrap();
        assert_eq!(names(folder.path()), ["november.csv.2.unfinished", "november.csv.unfinished"]);
        fast.finish().unwrap();
        assert!(slow.finish().unwrap_err().to_string().contains("exists already"));
        assert_eq!(fs::read_to_string(&target).unwrap(), "fast");
        assert_eq!(names(folder.path()), ["november.csv"]);
    }

    #[test]
    fn a_command_that_ends_first_does_not_take_the_unfinished_file_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("november.csv");
        let mut first = NewFile::create(&target, Readers::Usual).unwrap();
        first.write_all(b"whole").unwrap();
        let mut second = NewFile::create(&target, Readers::Usual).unwrap();
        second.write_all(b"part").unwrap();
        second.flush().unwrap();
        first.finish().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "whole");
        drop(second);
        assert_eq!(names(folder.path()), ["november.csv"]);
    }

    #[test]
    fn a_file_that_is_there_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("november.csv");
        let mut late = NewFile::create(&target, Readers::Usual).unwrap();
        late.write_all(b"another").unwrap();
        fs::write(&target, "mine").unwrap();
        for refused in [NewFile::create(&target, Readers::Usual).map(drop), late.finish()] {
            let refused = refused.unwrap_err().to_string();
            assert!(refused.ends_with("november.csv exists already; name a new file"), "{refused}");
        }
        assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["november.csv"]);
    }
}

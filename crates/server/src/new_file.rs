//! A new file that a command writes: whole, or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use crate::failure::{Failure, make_room_or};

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
    /// Its owner only.
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
        Self::begin(target, readers).map_err(|error| cannot_write(target, &error))
    }

    /// Begins the file, whether or not there is one of this name.
    fn begin(target: &Path, readers: Readers) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if readers == Readers::Owner {
            options.mode(0o600);
        }
        let (unfinished, file) = open_unfinished(target, &options)?;
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
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let target = self.target.clone();
        self.give_name().map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&target),
            _ => cannot_write(&target, &error),
        })
    }

    /// As [`NewFile::finish`]; the error is [`io::ErrorKind::AlreadyExists`] if another file has its name by now.
    fn give_name(mut self) -> io::Result<()> {
        self.content.flush()?;
        self.content.get_ref().sync_all()?;
        match fs::hard_link(&self.unfinished, &self.target) {
            // Its other name is removed when it is dropped.
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
            // Not every file system has hard links.
            Err(_) => rename_to_new(&self.unfinished, &self.target)?,
        }
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

/// Writes a new file, and its name, to the disk.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if there is a file of this name; any other if it cannot be written, and then nothing is left of it.
pub(crate) fn write_new(target: &Path, readers: Readers, content: &[u8]) -> io::Result<()> {
    let mut file = NewFile::begin(target, readers)?;
    file.write_all(content)?;
    file.give_name()?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Some file systems of networks cannot flush a folder; the content is on the disk without that, too.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
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

/// The name of the file while it is written: `november.csv.unfinished`; the next one is `november.csv.2.unfinished`.
fn unfinished(target: &Path, number: u32) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    if number > 1 {
        name.push(format!(".{number}"));
    }
    name.push(".unfinished");
    name.into()
}

/// Gives the file `unfinished` the name `target`, which no file has. For a moment, and if the process is killed then, an empty file has
/// that name.
fn rename_to_new(unfinished: &Path, target: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(target)?;
    fs::rename(unfinished, target).inspect_err(|_| {
        // If this fails too, an empty file keeps the name.
        let _ = fs::remove_file(target);
    })
}

fn refuse_existing(target: &Path) -> Result<(), Failure> {
    if target.symlink_metadata().is_ok() { Err(exists(target)) } else { Ok(()) }
}

fn exists(target: &Path) -> Failure {
    Failure::new(format!("{} exists already; name a new file", target.display()))
}

/// The failure of a command whose new file cannot be written.
pub(crate) fn cannot_write(target: &Path, error: &io::Error) -> Failure {
    Failure::new(format!(
        "{} cannot be written: {error}; {}",
        target.display(),
        make_room_or("name a file in a folder that can be written", error)
    ))
}

#[cfg(test)]
mod tests {
    use std::{os::unix::fs::PermissionsExt as _, sync::Barrier, thread};

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

    /// The number of commands that name their files at once.
    const WRITERS: usize = 8;

    /// Runs [`WRITERS`] commands, which name their files `target` at once; returns the content of those that succeeded.
    fn race(target: &Path, name: impl Fn(&Path, &Barrier) -> bool + Sync) -> Vec<String> {
        let all_are_ready = Barrier::new(WRITERS);
        thread::scope(|scope| {
            let writers: Vec<_> = (0..WRITERS)
                .map(|number| {
                    let (name, all_are_ready) = (&name, &all_are_ready);
                    scope.spawn(move || {
                        let own = target.with_extension(format!("{number}"));
                        fs::write(&own, format!("writer {number}")).unwrap();
                        name(&own, all_are_ready).then(|| format!("writer {number}"))
                    })
                })
                .collect();
            writers.into_iter().filter_map(|writer| writer.join().unwrap()).collect()
        })
    }

    #[test]
    fn of_eight_commands_that_end_at_once_one_has_the_name() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let target = folder.path().join("november.csv");
            let won = race(&target, |own, all_are_ready| {
                let mut file = NewFile::create(&target, Readers::Usual).unwrap();
                file.write_all(&fs::read(own).unwrap()).unwrap();
                all_are_ready.wait();
                file.finish().is_ok()
            });
            assert_eq!(won, [fs::read_to_string(&target).unwrap()]);
            assert_eq!(names(folder.path()).len(), 1 + WRITERS, "no unfinished file is left");
        }
    }

    #[test]
    fn without_hard_links_one_of_eight_commands_has_the_name_too() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let target = folder.path().join("november.csv");
            let won = race(&target, |own, all_are_ready| {
                all_are_ready.wait();
                rename_to_new(own, &target).is_ok()
            });
            assert_eq!(won, [fs::read_to_string(&target).unwrap()]);
        }
    }

    #[test]
    fn control_checking_first_and_renaming_then_lets_all_eight_have_the_name() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("november.csv");
        let won = race(&target, |own, all_are_ready| {
            refuse_existing(&target).unwrap();
            all_are_ready.wait();
            fs::rename(own, &target).is_ok()
        });
        assert_eq!(won.len(), WRITERS);
    }
}

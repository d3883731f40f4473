//! Converts uploaded pictures, a few at a time.

use std::{sync::Arc, time::Duration};

use tokio::sync::Semaphore;

use super::{
    avatar, logo,
    photo::{self, PhotoShape},
};

/// Why a picture was refused. The message is for players who upload a picture of themselves: it names the limits of an avatar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureRefused {
    /// The upload has more bytes than are accepted for this use ([`avatar::MAX_UPLOAD`], [`photo::MAX_UPLOAD`]).
    #[error("That picture is too heavy. Please choose one under 1.5 MB.")]
    TooHeavy,
    /// The first bytes are not those of a JPEG, PNG or WebP.
    #[error("That file isn’t a picture we can use. Please choose a JPEG, PNG or WebP.")]
    NotAPicture,
    /// A side has more pixels than are accepted for this use ([`avatar::MAX_SIDE`], [`photo::MAX_SIDE`]), or decoding takes
    /// more memory than is allowed, which no picture of 8 megapixels does.
    #[error(
        "That picture has too many pixels. Please choose one of at most 8 megapixels, up to 4096 pixels a side."
    )]
    TooLarge,
    /// It begins like a picture but cannot be decoded.
    #[error("We couldn’t read that picture. It may be damaged. Please try another one.")]
    Damaged,
    /// Too many pictures are being converted, or this one takes too long.
    #[error("We’re busy with other pictures. Please try again in a moment.")]
    Busy,
}

/// Converts uploads to avatars, logos and photos, a few at a time, because an upload decides how much memory and time its
/// decoding takes. Cheap to clone; clones share the limit.
#[derive(Debug, Clone)]
pub struct PictureRecoder {
    permits: Arc<Semaphore>,
    timeout: Duration,
}

/// The most decoders that run at once.
const AT_ONCE: usize = 2;
/// The most time for waiting and converting together.
const TIMEOUT: Duration = Duration::from_secs(5);

impl Default for PictureRecoder {
    fn default() -> Self {
        PictureRecoder { permits: Arc::new(Semaphore::new(AT_ONCE)), timeout: TIMEOUT }
    }
}

impl PictureRecoder {
    /// Converts an upload to an avatar ([`avatar::recode`]). The caller waits at most five seconds.
    ///
    /// # Errors
    /// [`PictureRefused`] says what is wrong with the picture.
    pub async fn recode_avatar(&self, upload: Vec<u8>) -> Result<Vec<u8>, PictureRefused> {
        self.run(move || avatar::recode(&upload)).await
    }

    /// Converts an upload to a photo of a venue. The caller waits at most five seconds.
    ///
    /// # Errors
    /// [`PictureRefused`] says what is wrong with the picture.
    pub async fn recode_photo(&self, upload: Vec<u8>, shape: PhotoShape) -> Result<Vec<u8>, PictureRefused> {
        self.run(move || photo::recode(&upload, shape)).await
    }

    /// Converts an upload to a logo ([`logo::recode`]). The caller waits at most five seconds.
    ///
    /// # Errors
    /// [`PictureRefused`] says what is wrong with the picture.
    pub async fn recode_logo(&self, upload: Vec<u8>) -> Result<Vec<u8>, PictureRefused> {
        self.run(move || logo::recode(&upload)).await
    }

    // INVARIANT: at most two uploads are decoded at once, even if callers stopped waiting: the work itself releases the
    // permit. Guarded by `a_caller_who_gives_up_does_not_release_the_permit`.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PictureRefused> + Send + 'static,
    ) -> Result<T, PictureRefused> {
        let permits = self.permits.clone();
        let finished = tokio::time::timeout(self.timeout, async move {
            let permit = permits.acquire_owned().await.map_err(|_| PictureRefused::Busy)?;
            let task = tokio::task::spawn_blocking(move || {
                let result = work();
                drop(permit);
                result
            });
            // A decoder that panics (none should) affects this upload only.
            task.await.map_err(|_| PictureRefused::Damaged)?
        });
        finished.await.map_err(|_| PictureRefused::Busy)?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_caller_who_gives_up_does_not_release_the_permit() {
        let recoder =
            PictureRecoder { permits: Arc::new(Semaphore::new(1)), timeout: Duration::from_millis(30) };
        let (finish, wait) = mpsc::channel::<()>();
        let stuck = recoder.run(move || wait.recv().map_err(|_| PictureRefused::Damaged));
        assert_eq!(stuck.await, Err(PictureRefused::Busy), "the caller is answered in time");
        assert_eq!(recoder.run(|| Ok(())).await, Err(PictureRefused::Busy), "the permit is still taken");
        finish.send(()).unwrap();
        let unhurried = PictureRecoder { timeout: Duration::from_secs(30), ..recoder };
        assert_eq!(unhurried.run(|| Ok(())).await, Ok(()), "and free once the work ended");
    }

    #[tokio::test]
    async fn a_decoder_that_panics_spoils_its_own_upload_only() {
        let recoder =
            PictureRecoder { permits: Arc::new(Semaphore::new(1)), timeout: Duration::from_secs(30) };
        assert_eq!(recoder.run::<()>(|| panic!("a bug in a decoder")).await, Err(PictureRefused::Damaged));
        assert_eq!(recoder.run(|| Ok(())).await, Ok(()));
    }
}

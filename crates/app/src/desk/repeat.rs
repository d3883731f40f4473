//! Repeats a call that failed because of something that another attempt draws or reads anew.

/// Calls `attempt` until its result is not an error for which `is_worth_repeating` is true, at most `most` times (at least once).
///
/// # Errors
/// The error of the last attempt.
pub(super) async fn repeat<T, E, F>(
    most: u32,
    attempt: impl Fn() -> F,
    is_worth_repeating: impl Fn(&E) -> bool,
) -> Result<T, E>
where
    F: Future<Output = Result<T, E>>,
{
    let mut result = attempt().await;
    for _ in 1..most {
        if !result.as_ref().is_err_and(&is_worth_repeating) {
            break;
        }
        result = attempt().await;
    }
    result
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The last result and the number of attempts, if the attempts have these results in turn.
    async fn repeated(
        results: &[Result<&'static str, &'static str>],
    ) -> (Result<&'static str, &'static str>, usize) {
        let attempts = Cell::new(0);
        let attempt = || {
            let result = results[attempts.get()];
            attempts.set(attempts.get() + 1);
            async move { result }
        };
        let last = repeat(3, attempt, |error| *error == "in use").await;
        (last, attempts.get())
    }

    #[tokio::test]
    async fn a_call_is_repeated_after_the_given_error_only_and_not_without_end() {
        assert_eq!(repeated(&[Ok("booked")]).await, (Ok("booked"), 1));
        assert_eq!(repeated(&[Err("in use"), Ok("booked")]).await, (Ok("booked"), 2));
        assert_eq!(repeated(&[Err("taken")]).await, (Err("taken"), 1));
        assert_eq!(repeated(&[Err("in use"); 3]).await, (Err("in use"), 3));
    }
}

//! Cuts a page from the rows of a list.

/// Shortens `rows`, of which one more than `limit` was read if there are as many, to a page. Returns the last row of the page, after which
/// the next page begins; `None` if no row follows.
pub(crate) fn cut_page<T>(rows: &mut Vec<T>, limit: u32) -> Option<&T> {
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    rows.last().filter(|_| has_more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_further_page_begins_after_the_last_row_only_if_a_row_follows() {
        let cut = |count: u32| {
            let mut rows: Vec<u32> = (1..=count).collect();
            let next = cut_page(&mut rows, 2).copied();
            (rows, next)
        };
        assert_eq!(cut(0), (vec![], None));
        assert_eq!(cut(1), (vec![1], None));
        assert_eq!(cut(2), (vec![1, 2], None), "a full page that is the last one");
        assert_eq!(cut(3), (vec![1, 2], Some(2)));
    }
}

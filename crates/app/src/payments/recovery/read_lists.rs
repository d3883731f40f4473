//! Reads lists of orders, QR codes and refunds, page by page. The number of pages is limited, so reading always ends.

use std::collections::HashSet;

use sideout_providers::payments::{
    CreatedBetween, ListPage, ListedOrder, ListedRefund, PaymentError, PaymentProvider, QrCode, TimeBudget,
};

use super::RecoverError;

/// Most pages read, of at most a hundred entries each.
const MOST_PAGES: u32 = 2_000;

/// A list as far as it is read.
#[derive(Debug)]
pub(super) struct List<T> {
    pub(super) items: Vec<T>,
    pub(super) unreadable: u32,
    seen: HashSet<String>,
    pages: u32,
    next: Option<u32>,
}

impl<T> List<T> {
    fn new() -> Self {
        List { items: Vec::new(), unreadable: 0, seen: HashSet::new(), pages: 0, next: Some(0) }
    }

    /// Adds a page; an item that comes twice, because the list grew meanwhile, counts once.
    fn add_page(&mut self, page: ListPage<T>, id: impl Fn(&T) -> &str) -> Result<(), RecoverError> {
        self.pages += 1;
        self.unreadable += page.unreadable;
        let mut is_new = page.items.is_empty();
        for item in page.items {
            if self.seen.insert(id(&item).to_owned()) {
                is_new = true;
                self.items.push(item);
            }
        }
        // A provider that ignores `skip` returns the same page again.
        if page.next.is_some() && (!is_new || self.pages == MOST_PAGES) {
            return Err(RecoverError::Endless(self.items.len()));
        }
        self.next = page.next;
        Ok(())
    }
}

/// All orders opened in `span`.
pub(super) async fn read_orders(
    provider: &dyn PaymentProvider,
    span: CreatedBetween,
) -> Result<List<ListedOrder>, RecoverError> {
    let mut list = List::new();
    while let Some(skip) = list.next {
        let page = provider.list_orders(span, skip, TimeBudget::BACKGROUND).await?;
        list.add_page(page, |order| order.id.as_str())?;
    }
    Ok(list)
}

/// All QR codes made in `span`.
pub(super) async fn read_qr_codes(
    provider: &dyn PaymentProvider,
    span: CreatedBetween,
) -> Result<List<QrCode>, RecoverError> {
    let mut list = List::new();
    while let Some(skip) = list.next {
        let page = provider.list_qr_codes(span, skip, TimeBudget::BACKGROUND).await?;
        list.add_page(page, |code| code.id.as_str())?;
    }
    Ok(list)
}

/// All refunds made in `span`.
pub(super) async fn read_refunds(
    provider: &dyn PaymentProvider,
    span: CreatedBetween,
) -> Result<List<ListedRefund>, RecoverError> {
    let mut list = List::new();
    while let Some(skip) = list.next {
        let page = provider.list_refunds(span, skip).await?;
        list.add_page(page, |listed| listed.refund.id.as_str())?;
    }
    Ok(list)
}

/// The newest orders of `span`, at most `pages` pages.
pub(super) async fn read_newest(
    provider: &dyn PaymentProvider,
    span: CreatedBetween,
    pages: u32,
    budget: TimeBudget,
) -> Result<Vec<ListedOrder>, PaymentError> {
    let mut list = List::new();
    while let Some(skip) = list.next.filter(|_| list.pages < pages) {
        let page = provider.list_orders(span, skip, budget).await?;
        if list.add_page(page, |order| order.id.as_str()).is_err() {
            break;
        }
    }
    Ok(list.items)
}

/// The newest QR codes of `span`, likewise.
pub(super) async fn read_newest_qr_codes(
    provider: &dyn PaymentProvider,
    span: CreatedBetween,
    pages: u32,
    budget: TimeBudget,
) -> Result<Vec<QrCode>, PaymentError> {
    let mut list = List::new();
    while let Some(skip) = list.next.filter(|_| list.pages < pages) {
        let page = provider.list_qr_codes(span, skip, budget).await?;
        if list.add_page(page, |code| code.id.as_str()).is_err() {
            break;
        }
    }
    Ok(list.items)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(items: &[&str], next: Option<u32>) -> ListPage<String> {
        let items = items.iter().map(|item| (*item).to_owned()).collect();
        ListPage { items, unreadable: 0, next }
    }

    #[test]
    fn an_item_that_comes_twice_counts_once_and_the_same_page_again_ends_the_reading() {
        let mut list = List::new();
        list.add_page(page(&["a", "b"], Some(2)), String::as_str).unwrap();
        list.add_page(page(&["b", "c"], Some(4)), String::as_str).unwrap();
        assert_eq!(list.items, ["a", "b", "c"]);
        let same = list.add_page(page(&["b", "c"], Some(6)), String::as_str);
        assert!(matches!(same, Err(RecoverError::Endless(3))), "{same:?}");

        let mut list = List::new();
        list.add_page(page(&["a"], Some(1)), String::as_str).unwrap();
        list.add_page(page(&["a"], None), String::as_str).unwrap();
        assert_eq!(list.next, None, "a last page ends the list, also if it repeats entries");
    }

    #[test]
    fn an_endless_list_is_given_up() {
        let mut list = List::new();
        let ended = (1..=MOST_PAGES).find(|number| {
            let item = number.to_string();
            list.add_page(page(&[&item], Some(*number)), String::as_str).is_err()
        });
        assert_eq!(ended, Some(MOST_PAGES));
    }
}

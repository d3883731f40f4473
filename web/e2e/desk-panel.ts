import type { Locator, Page } from '@playwright/test';

/** The panel beside the board of the desk, or over it on a phone. */
export function deskPanel(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name }).or(page.getByRole('dialog', { name }));
}

import type { Locator, Page } from '@playwright/test';

/** The panel beside the board of the desk, or over it if there is no room beside it. */
export function deskPanel(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name });
}

import type { Page } from '@playwright/test';

/**
 * The sum of the scores of a page's layout shifts, and for each shift its score and what moved. Web vitals take the
 * worst burst of shifts only, so their score of the page is at most this sum.
 */
interface LayoutShifts {
  shifted: number;
  what: string[];
}

/** Records every layout shift of the pages that are opened from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const layoutShifts: LayoutShifts = { shifted: 0, what: [] };
    Object.assign(window, { layoutShifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        layoutShifts.shifted += entry.value;
        const moved = entry.sources.map(({ node }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 60) : node?.nodeName;
          return `${name} ${node?.textContent?.slice(0, 30)}`;
        });
        layoutShifts.what.push(`${entry.value.toFixed(3)}: ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts of the open page so far. */
export function layoutShiftsOf(page: Page): Promise<LayoutShifts> {
  return page.evaluate(() => (window as unknown as { layoutShifts: LayoutShifts }).layoutShifts);
}

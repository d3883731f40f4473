// One visit of a page by a phone with an empty cache, as Lighthouse measures it. The browser itself throttles
// connection and processor.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { median } from './results.mjs';

/** The throttling of a visit: milliseconds until an answer begins, kilobits per second each way, and how slow the processor is. */
export const LINES = {
  // Lighthouse's default for phones ("slow 4G"): 150 ms and 1.6 Mbit/s of the network, as it sets them in the browser.
  slow4g: { requestLatencyMs: 562.5, downloadThroughputKbps: 1_474.56, uploadThroughputKbps: 675, cpuSlowdownMultiplier: 4 },
  // "Slow 3G" of WebPageTest: 400 ms and 400 kbit/s. Chrome's preset of that name has 2,000 ms, and would be a measure of
  // the latency alone.
  slow3g: { requestLatencyMs: 400, downloadThroughputKbps: 400, uploadThroughputKbps: 400, cpuSlowdownMultiplier: 4 },
};

/** How often a visit is tried: if the browser did not start or lost its page, there is no result. */
const TRIES = 3;

/** The report on one visit of `url` over `line`; with `scripts` false the browser holds back all JavaScript files. */
export async function visit(url, { line, scripts = true, categories = [] }) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await measure(url, { line, scripts, categories });
    } catch (error) {
      if (tries === TRIES) throw error;
      console.error(`  (${url}: ${error.message}; tried again)`);
    }
  }
}

async function measure(url, { line, scripts, categories }) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      throttlingMethod: 'devtools',
      throttling: line,
      onlyCategories: ['performance', ...categories],
      ...(scripts ? {} : { blockedUrlPatterns: ['*.js'] }),
    });
    const { lhr } = result ?? {};
    if (lhr === undefined || lhr.runtimeError) throw new Error(lhr?.runtimeError?.message ?? 'no result');
    if (typeof lhr.audits['first-contentful-paint'].numericValue !== 'number') throw new Error('nothing was painted');
    return lhr;
  } finally {
    chrome.kill();
  }
}

/** The median of a metric over several visits. */
export const medianOf = (reports, audit) => median(reports.map((report) => report.audits[audit].numericValue ?? 0));

// A mid-range Android tablet on the counter: a browser whose processor and connection are slowed by the DevTools protocol.
import { chromium } from '../../web/node_modules/@playwright/test/index.mjs';
import { keepServerTime } from '../../web/e2e/clock.ts';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { median } from './results.mjs';

/**
 * The processor of the tablet, as Lighthouse's BenchmarkIndex: Chrome's preset "mid-tier mobile", a Pixel 5 of 2020. The
 * processors of mid-range tablets have cores of the same kind.
 */
export const TABLET_SCORE = 1_000;
/** How near to `TABLET_SCORE` the score of a slowed processor is near enough, in points of the BenchmarkIndex. */
const SCORE_TOLERANCE = 25;
/**
 * 4G: 9 Mbit/s down and 1.5 Mbit/s up, in bytes per second, and 85 ms until an answer begins. The throughput is what
 * Chrome's preset "Fast 4G" stands for; the preset itself applies nine tenths of it. The protocol delays each request
 * once; it does not delay the opening of a connection.
 */
const LINE_4G = { offline: false, latency: 85, downloadThroughput: 9e6 / 8, uploadThroughput: 1.5e6 / 8 };

export const SCREEN = { width: 1024, height: 768 };

/** Starts the browser; each measurement has contexts of its own. */
export function launch(executablePath) {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
}

/** A new profile with an empty cache and the session of a member of staff, whose clock shows the server's time. */
export async function newProfile(browser, server, session, options = {}) {
  const context = await browser.newContext({
    viewport: SCREEN,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...options,
  });
  await keepServerTime(context, server);
  await context.addCookies([session]);
  return context;
}

/**
 * Finds how many times slower the processor of the tablet is than that of this machine, by halving as Chrome's own
 * calibration does: the score is not exactly in proportion to the rate. After seven rates the last one is returned, also if its
 * score is not within `SCORE_TOLERANCE`. `score` is that of this machine at full speed. Throws if this machine is slower than
 * the tablet.
 */
export async function findSlowdown(browser) {
  const page = await browser.newPage();
  try {
    const scoreAt = async (rate) => {
      await slowProcessor(page, rate);
      const scores = [];
      for (let run = 0; run < 3; run += 1) scores.push(await page.evaluate(pageFunctions.computeBenchmarkIndex));
      return median(scores);
    };
    // The first runs are slower: they compile the benchmark.
    await scoreAt(1);
    const score = await scoreAt(1);
    if (score < TABLET_SCORE) throw new Error(`this machine (${score}) is slower than the tablet (${TABLET_SCORE})`);
    let [low, high] = [1, (score / TABLET_SCORE) * 1.5];
    for (let step = 0; ; step += 1) {
      const rate = (low + high) / 2;
      const slowed = await scoreAt(rate);
      if (step === 6 || Math.abs(slowed - TABLET_SCORE) <= SCORE_TOLERANCE) return { slowdown: rate, score };
      if (slowed < TABLET_SCORE) high = rate;
      else low = rate;
    }
  } finally {
    await page.close();
  }
}

/** Makes the processor of a page `slowdown` times slower, from now on. Its service worker runs beside the page, at full speed. */
export async function slowProcessor(page, slowdown) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Slows the connection of a page, from now on. */
export async function slowConnection(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE_4G);
}

/** Slows the connection of the service workers that run: they have connections of their own. A worker that starts later is not slowed. */
export async function slowWorkerConnections(browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { targetInfos } = await devtools.send('Target.getTargets');
  const workers = targetInfos.filter(({ type }) => type === 'service_worker');
  if (workers.length === 0) throw new Error('no service worker runs');
  for (const { targetId } of workers) {
    // A session within this one: the browser's session cannot address a worker otherwise.
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false });
    const calls = [
      { id: 1, method: 'Network.enable' },
      { id: 2, method: 'Network.emulateNetworkConditions', params: LINE_4G },
    ];
    const answered = new Promise((resolve, reject) => {
      devtools.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
        const { id, error } = JSON.parse(message);
        if (from !== sessionId || id !== 2) return;
        if (error) reject(new Error(error.message));
        else resolve();
      });
    });
    for (const call of calls) {
      await devtools.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(call) });
    }
    await answered;
  }
}

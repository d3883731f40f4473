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
/** How near to `TABLET_SCORE` the score of a slowed processor must be before a measurement, and after it, as a share. */
const NEAR_BEFORE = 0.05;
const NEAR_AFTER = 0.1;
/** How often a rate is corrected before a measurement, and how often a measurement is repeated if the machine's speed changed in it. */
const MOST_CORRECTIONS = 6;
const MOST_ATTEMPTS = 6;
/**
 * 4G: 9 Mbit/s down and 1.5 Mbit/s up, in bytes per second, and 85 ms until an answer begins. The throughput is what
 * Chrome's preset "Fast 4G" stands for; the preset itself applies nine tenths of it. The protocol delays each request
 * once; it does not delay the opening of a connection.
 */
const LINE_4G = { offline: false, latency: 85, downloadThroughput: 9e6 / 8, uploadThroughput: 1.5e6 / 8 };

export const SCREEN = { width: 1024, height: 768 };

/**
 * Has V8 keep the positions in the source of all code. By default it finds them by parsing the code again, in a page
 * that DevTools observe as soon as an `Error` is made: that takes tens of milliseconds, which no visitor waits for.
 */
const SOURCE_POSITIONS = '--js-flags=--no-enable-lazy-source-positions';

/** Starts the browser. */
export function launch(executablePath) {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', SOURCE_POSITIONS];
  return chromium.launch({ executablePath, args });
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
 * The processor of the tablet, on a machine whose own speed changes. The rate by which pages are slowed is corrected
 * before each measurement, and a measurement counts only if the processor had the tablet's speed after it too. With
 * `fixed`, the rate is that, and nothing is checked.
 */
export class TabletProcessor {
  #page;
  #rate;
  #isFixed;
  /** The rates of the measurements that count, and how many did not count. */
  rates = [];
  unsteady = 0;

  static async open(browser, fixed) {
    const processor = new TabletProcessor();
    processor.#page = await browser.newPage();
    processor.#isFixed = fixed !== undefined;
    processor.#rate = fixed ?? 1;
    if (!processor.#isFixed) {
      // The first runs are slower: they compile the benchmark.
      await processor.#score(1);
      processor.#rate = Math.max(1, (await processor.#score(1)) / TABLET_SCORE);
    }
    return processor;
  }

  /** The BenchmarkIndex of a page that is `rate` times slower. */
  async #score(rate) {
    await slowProcessor(this.#page, rate);
    const scores = [];
    for (let run = 0; run < 3; run += 1) scores.push(await this.#page.evaluate(pageFunctions.computeBenchmarkIndex));
    // Idle pages have to be at full speed: what slows one keeps a core busy.
    await slowProcessor(this.#page, 1);
    return median(scores);
  }

  /** Corrects the rate in steps: the score is not exactly in proportion to it. */
  async #correctRate() {
    for (let step = 0; step < MOST_CORRECTIONS; step += 1) {
      const share = (await this.#score(this.#rate)) / TABLET_SCORE;
      if (Math.abs(share - 1) <= NEAR_BEFORE) return;
      this.#rate = Math.max(1, this.#rate * share);
    }
  }

  /**
   * Runs `work` with the rate by which it has to slow its page; again if the speed of the machine changed meanwhile by more than the
   * share `near`.
   */
  async measure(work, near = NEAR_AFTER) {
    if (this.#isFixed) return work(this.#rate);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      await this.#correctRate();
      const result = await work(this.#rate);
      const share = (await this.#score(this.#rate)) / TABLET_SCORE;
      if (Math.abs(share - 1) <= near) {
        this.rates.push(this.#rate);
        return result;
      }
      this.unsteady += 1;
    }
    throw new Error(`the speed of this machine changed in each of ${MOST_ATTEMPTS} attempts, or it is slower than the tablet`);
  }

  /** How the pages were slowed, in words. */
  description() {
    if (this.#isFixed) return `a ${this.#rate.toFixed(2)} times slower processor`;
    const [least, most] = [Math.min(...this.rates), Math.max(...this.rates)];
    return (
      `BenchmarkIndex ${TABLET_SCORE} before and after each: ${least.toFixed(2)} to ${most.toFixed(2)} times slower ` +
      `than this machine; ${this.unsteady} measurements repeated`
    );
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

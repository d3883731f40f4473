// Measures the desk on a counter's tablet and compares it with the goals (`cargo xtask bench desk`). A missed goal is
// printed, and the run succeeds nevertheless.
import { request } from '../../web/node_modules/@playwright/test/index.mjs';
import { deskAddress } from '../../web/e2e/desk-address.ts';
import { cellOf, dayIn, Desk } from '../../web/e2e/desk-api.ts';
import { newPlayer } from '../../web/e2e/player.ts';
import { Server } from '../../web/e2e/server.ts';
import { watchBoard, watchFrames, watchInteractions, watchScanResult } from './desk-page.mjs';
import { changeBoard, cookieOf, signInByLink } from './desk-session.mjs';
import { finish, median, ms, runMeasurement, tell } from './results.mjs';
import {
  launch,
  newProfile,
  SCREEN,
  slowConnection,
  slowProcessor,
  slowWorkerConnections,
  TabletProcessor,
} from './tablet.mjs';

const { BASE_URL, CHROMIUM_PATH, INBOX_URL, SERVER_LOG, ROUNDS = '3' } = process.env;
if (!BASE_URL || !CHROMIUM_PATH || !INBOX_URL || !SERVER_LOG) {
  throw new Error('set BASE_URL, INBOX_URL, SERVER_LOG and CHROMIUM_PATH');
}
const rounds = Math.max(1, Number(ROUNDS));

/** The venue whose board is shown: one with many courts. */
const VENUE = 2;
/** The venues at which players check in: a game that begins soon is needed for each pass, and one venue has too few. */
const CHECK_INS = [
  { network: 'online', venue: 2 },
  { network: 'no network', venue: 3 },
];
/** The most milliseconds until the board is painted, by a new browser and by one that has kept it. */
const MOST_COLD = 1_500;
const MOST_KEPT = 400;
/** How often the board was opened before: a tablet at a counter opens it every day. */
const VISITS_BEFORE = 3;
/** How long a new page rests before it is visited, in milliseconds. */
const NEW_PAGE_REST = 500;
/** The most milliseconds from a key until its frame, at the 98th percentile (Interaction to Next Paint). */
const MOST_INTERACTION = 100;
/** The most milliseconds from the last key of a pass until its result. */
const MOST_SCAN = 300;
/** How near to the tablet's speed the processor must be after a pass, as a share: a pass can be used once, so few can be repeated. */
const NEAR_AFTER_PASS = 0.2;
/** As for a pass: keys are pressed for so long that the speed of a shared machine rarely stays nearer. */
const NEAR_AFTER_KEYS = 0.2;
/** The most milliseconds of the median frame while dragging: 60 frames a second. Frames of at most `SMOOTH` are counted, too. */
const MOST_FRAME = 17;
const SMOOTH = 20;
/** How long keys are pressed and bookings dragged, and how often keys are pressed and boards change, in milliseconds. */
const PRESSING = 15_000;
const DRAGGING = 3_000;
const KEY_EVERY = 120;
const CHANGE_EVERY = 100;

const address = deskAddress(BASE_URL);
const calls = await request.newContext({ baseURL: BASE_URL });
const server = new Server(calls);
const session = await signInByLink(SERVER_LOG, address);
const browser = await launch(CHROMIUM_PATH);
const today = await dayIn(server, 0);
// How many times slower the tablet's processor is than this machine's: measured, unless SLOWDOWN gives it.
const processor = await TabletProcessor.open(browser, process.env.SLOWDOWN ? Number(process.env.SLOWDOWN) : undefined);

const touch = { hasTouch: true };
const bookingOnBoard = '[role="gridcell"] [data-orders]';

/** Runs `work` in a profile of its own. */
async function inProfile(options, work) {
  const context = await newProfile(browser, server, cookieOf(session), options);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Waits until the desk's service worker serves this page, and at most 3 seconds for the network to be idle. */
async function waitUntilKept(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
    }
  });
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
}

const boardPainted = /^board painted at (.+)$/;

/** Visits the board; returns after how many milliseconds it was painted. */
async function visitBoard(page) {
  await page.addInitScript(watchBoard);
  const [message] = await Promise.all([
    page.waitForEvent('console', { predicate: (one) => boardPainted.test(one.text()) }),
    page.goto(boardUrl(), { waitUntil: 'commit' }),
  ]);
  return Number(boardPainted.exec(message.text())[1]);
}

const boardUrl = () => new Desk({ request: calls }, address, VENUE).boardUrl(today);

/** The first paint of the board in a browser that has only the session. */
async function coldBoard() {
  return processor.measure((slowdown) =>
    inProfile(touch, async (context) => {
      const page = await context.newPage();
      await slowProcessor(page, slowdown);
      await slowConnection(page);
      return visitBoard(page);
    }),
  );
}

/** The first paint of a board that earlier visits have kept, with the network and without. */
async function keptBoard() {
  return inProfile(touch, async (context) => {
    // The first visit keeps the board; the browser keeps the compiled scripts only once it has seen them in several visits.
    for (let visit = 0; visit < VISITS_BEFORE; visit += 1) {
      const before = await context.newPage();
      await before.goto(boardUrl());
      await before.locator(bookingOnBoard).first().waitFor();
      await waitUntilKept(before);
      await before.close();
    }
    await slowWorkerConnections(browser);
    const visit = async (isOnline, slowdown) => {
      const page = await context.newPage();
      // The process of a new page starts beside it, and is no part of the visit.
      await page.waitForTimeout(NEW_PAGE_REST);
      await slowProcessor(page, slowdown);
      // A slow connection would replace the missing one.
      if (isOnline) await slowConnection(page);
      const at = await visitBoard(page);
      if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null))) {
        throw new Error('the page did not come through the service worker');
      }
      if (!isOnline) await page.getByText(/^No network. The board is as of/).waitFor();
      await page.close();
      return at;
    };
    const online = await processor.measure((slowdown) => visit(true, slowdown));
    await context.setOffline(true);
    return { online, offline: await processor.measure((slowdown) => visit(false, slowdown)) };
  });
}

async function measureCold() {
  const visits = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await coldBoard());
  tell('  first paint, nothing kept', ms(median(visits)), `<= ${MOST_COLD} ms`, median(visits) <= MOST_COLD);
}

async function measureKept() {
  const [online, offline] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const visit = await keptBoard();
    online.push(visit.online);
    offline.push(visit.offline);
  }
  tell('  first paint, board kept', ms(median(online)), `<= ${MOST_KEPT} ms`, median(online) <= MOST_KEPT);
  tell('  first paint, board kept, no network', ms(median(offline)), `<= ${MOST_KEPT} ms`, median(offline) <= MOST_KEPT);
}

/** Walks over the board by keys, and opens and closes bookings on the way. */
async function pressKeys(page) {
  const walk = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];
  const until = performance.now() + PRESSING;
  let opened = 0;
  const press = async (key) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(KEY_EVERY);
  };
  for (let step = 0; performance.now() < until; step += 1) {
    await press(walk[step % walk.length]);
    // A second Enter would do what the panel proposes, and Enter on a free hour would hold it.
    const isBooking = await page.evaluate(() => document.activeElement?.matches('[data-orders]:not([data-slots])'));
    if (step % 3 !== 0 || !isBooking) continue;
    await press('Enter');
    opened += 1;
    await press('Escape');
  }
  if (opened === 0) throw new Error('the keys opened no booking');
  return opened;
}

async function measureKeys() {
  const walks = [];
  for (let round = 0; round < rounds; round += 1) walks.push(await processor.measure(keysToPaint, NEAR_AFTER_KEYS));
  const p98 = median(walks.map((walk) => walk.p98));
  tell('  key to paint, p98', ms(p98), `<= ${MOST_INTERACTION} ms`, p98 <= MOST_INTERACTION);
  for (const walk of walks) {
    console.log(`      ${ms(walk.p98)}; the longest took ${ms(walk.longest.duration)} (${walk.longest.name}); ${walk.counts}`);
  }
}

/** The 98th percentile and the longest of the milliseconds from a key to its frame. */
async function keysToPaint(slowdown) {
  return inProfile({ ...touch, serviceWorkers: 'block' }, async (context) => {
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    await page.goto(boardUrl());
    await page.locator(bookingOnBoard).first().waitFor();
    const now = await server.now();
    const desk = new Desk(page, address, VENUE);
    const starts = (await desk.board(today)).starts.filter(({ at }) => Date.parse(at) > now);
    const hours = (await desk.freeHours(today)).filter(({ minute }) => starts.some((start) => start.minute === minute));
    if (hours.length < 4) throw new Error('too few hours of the board are free');
    await slowProcessor(page, slowdown);
    const cell = page.locator(bookingOnBoard).first();
    await cell.focus();
    const changes = changeBoard({
      desk: address,
      session,
      venue: VENUE,
      day: today,
      slots: hours,
      milliseconds: CHANGE_EVERY,
    });
    let opened;
    let rate;
    try {
      opened = await pressKeys(page);
    } finally {
      rate = await changes.stop();
    }
    // The entry of an event comes after its frame.
    await page.waitForTimeout(500);
    const { longest, count } = await page.evaluate(() => ({
      longest: [...window.interactions.values()].toSorted((a, b) => b.duration - a.duration),
      count: performance.interactionCount,
    }));
    if (longest.length === 0) throw new Error('the browser reported no interaction');
    // Interactions of less than 16 ms have no entry; they are counted, and none of them is among the longest.
    const p98 = longest[Math.min(longest.length - 1, Math.floor(count * 0.02))].duration;
    const counts = `${count} keys, ${opened} bookings opened, ${rate.toFixed(1)} changes a second`;
    return { p98, longest: longest[0], counts };
  });
}

/** Moves the mouse between two points with the button held; returns the milliseconds of each frame. */
async function framesOfDrag(page, from, to) {
  const { mouse } = page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x - 12, from.y);
  await page.locator('[data-dragging]').waitFor({ state: 'attached' });
  await page.evaluate(watchFrames);
  const began = performance.now();
  for (let past = 0; past < DRAGGING; past = performance.now() - began) {
    const part = (1 - Math.cos((past / 1_000) * Math.PI)) / 2;
    await mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
  }
  const frames = await page.evaluate(() => {
    window.stopFrames();
    return window.frameTimes;
  });
  // Escape ends the drag without a change.
  await page.keyboard.press('Escape');
  await mouse.up();
  return frames;
}

async function measureDrags() {
  await inProfile({ serviceWorkers: 'block' }, async (context) => {
    const page = await context.newPage();
    const desk = new Desk(page, address, VENUE);
    // A booking of a later day, whose edge and place can be changed.
    const day = await dayIn(server, 5);
    const hour = (await desk.freeHours(day, true)).find(({ minute }) => minute >= 9 * 60);
    if (hour === undefined) throw new Error('no hour is free');
    const made = await desk.book(day, hour);
    await page.goto(desk.boardUrl(day, hour.minute));
    const cell = cellOf(page, made);
    await cell.waitFor();
    const box = await cell.boundingBox();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const far = { x: SCREEN.width - 60, y: middle.y < SCREEN.height / 2 ? SCREEN.height - 120 : 200 };
    for (const [what, from] of [
      ['a booking', middle],
      ['an edge', { x: box.x + box.width - 5, y: middle.y }],
    ]) {
      const frames = await framesOfDrag(page, from, far);
      const smooth = frames.filter((frame) => frame <= SMOOTH).length / frames.length;
      const middleFrame = median(frames);
      const met = middleFrame <= MOST_FRAME;
      tell(`  frame while dragging ${what}, median`, `${middleFrame.toFixed(1)} ms`, `<= ${MOST_FRAME} ms`, met);
      console.log(`      ${(smooth * 100).toFixed(0)} % of ${frames.length} frames within ${SMOOTH} ms`);
    }
  });
}

/** The pass of a new player who books a game that begins soon and has paid. */
async function paidPass(desk, hour) {
  const { token } = await newPlayer(server, 'Rohan Mehta');
  const clock = Math.floor(hour.minute / 60);
  const time = `${((clock + 11) % 12) + 1}:${String(hour.minute % 60).padStart(2, '0')} ${clock < 12 ? 'AM' : 'PM'}`;
  const body = { sport_id: 1, venue_id: desk.venue, court_id: hour.court, date: today, time };
  const held = await server.post('/user/add_times', { token, body });
  if (held.error !== 0) throw new Error(held.message);
  const query = { orderid: held.orderid };
  await server.post('/user/confirmCashPayment', { token, query });
  const { pass_code } = await server.get('/user/get_order_info', { token, query });
  await desk.payByCard(held.orderid.replace('#', ''));
  return pass_code;
}

/** Types a pass as a hand scanner does; returns how soon its result was painted. */
async function scan(page, pass) {
  // All keys in one task: a scanner sends them within milliseconds, and between keys of the protocol this machine may pause.
  await page.evaluate((keys) => {
    for (const key of [...keys, 'Enter']) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
  }, pass);
  await page.waitForFunction(() => window.resultAfter !== undefined, undefined, { polling: 50 });
  const { after, outcome } = await page.evaluate(() => ({
    after: window.resultAfter,
    outcome: document.querySelector('[data-outcome]')?.dataset.outcome,
  }));
  if (outcome !== 'checked_in') throw new Error(`the result of a valid pass is '${outcome}'`);
  await page.keyboard.press('Escape');
  await page.locator('[data-outcome]').waitFor({ state: 'detached' });
  return after;
}

/** The milliseconds from a pass to its result in each round. */
async function passesToResult({ network, venue }) {
  return inProfile(touch, async (context) => {
    const page = await context.newPage();
    const desk = new Desk(page, address, venue);
    const { hours } = await desk.soonHours(server);
    if (hours.length < rounds) throw new Error('too few games can begin soon');
    // A pass can be used once, and a measurement may have to be repeated.
    const passes = [];
    for (const hour of hours.slice(0, 4 * rounds)) passes.push(await paidPass(desk, hour));
    await page.addInitScript(watchScanResult);
    await page.goto(`${address}/desk/v/${venue}/check-in`);
    await page.getByText('Live', { exact: true }).waitFor();
    await waitUntilKept(page);
    if (network === 'no network') {
      await context.setOffline(true);
      await page.getByText(/^No network. The board is as of/).waitFor();
    } else {
      await slowConnection(page);
    }
    const scanNext = async (slowdown) => {
      const pass = passes.pop();
      if (pass === undefined) throw new Error('too few games can begin soon for so many repetitions');
      await slowProcessor(page, slowdown);
      const after = await scan(page, pass);
      await slowProcessor(page, 1);
      return after;
    };
    const results = [];
    for (let round = 0; round < rounds; round += 1) results.push(await processor.measure(scanNext, NEAR_AFTER_PASS));
    return results;
  });
}

async function measurePasses() {
  for (const checkIn of CHECK_INS) {
    const results = await passesToResult(checkIn);
    tell(`  pass to result, ${checkIn.network}`, ms(median(results)), `<= ${MOST_SCAN} ms`, median(results) <= MOST_SCAN);
    console.log(`      ${results.map(ms).join(', ')}`);
  }
}

console.log(`Desk on a tablet, ${SCREEN.width} × ${SCREEN.height}; medians of ${rounds} rounds`);
try {
  console.log(`\nBoard of ${today}, 4G (85 ms, 9 Mbit/s), a slowed processor`);
  await runMeasurement('first paint, nothing kept', measureCold);
  await runMeasurement('first paint, board kept', measureKept);
  console.log(`\nKeys on a board that changes every ${CHANGE_EVERY} ms, a slowed processor`);
  await runMeasurement('keys', measureKeys);
  console.log('\nDragging by the mouse, at full speed');
  await runMeasurement('dragging', measureDrags);
  console.log(`\nCheck-in by a hand scanner, 4G or no network, a slowed processor`);
  await runMeasurement('passes', measurePasses);
  console.log(`\nThe slowed processor: ${processor.description()}`);
} finally {
  await browser.close();
  await calls.dispose();
}
finish();

// How soon pages are shown on a slow phone, and how long they keep it busy, compared with the goals
// (`cargo xtask bench web`). A missed goal is printed, and the run succeeds nevertheless.
import { serveBarePage } from './bare-page.mjs';
import { LINES, medianOf, visit } from './lighthouse.mjs';
import { finish, median, ms, runMeasurement, tell } from './results.mjs';

const { BASE_URL, CHROMIUM_PATH, DAY, ROUNDS = '3' } = process.env;
if (!BASE_URL || !CHROMIUM_PATH || !DAY) {
  throw new Error('set BASE_URL, CHROMIUM_PATH and DAY (YYYY-MM-DD)');
}
const rounds = Math.max(1, Number(ROUNDS));

/** The pages that a newcomer meets first, measured with Lighthouse's default throttling for phones. */
const FIRST = ['/', '/location'];
/** The most time until the largest paint of a page, as a multiple of that of the bare page. */
const MOST_RATIO = 1.3;
/** The most milliseconds of total blocking time: what tasks of the main thread take beyond 50 ms each, in sum. */
const MOST_BUSY = 200;
/** The largest cumulative layout shift. */
const MOST_SHIFT = 0.02;
const SCORES = ['accessibility', 'best-practices', 'seo'];

/** The steps of a booking and an account, on slow 3G. */
const STEPS = [
  ['home', '/'],
  ['location', '/location'],
  ['time', '/time-date-selection?venue=1&sport=1'],
  ['time, an hour chosen', `/time-date-selection?venue=1&sport=1&date=${DAY}&time=7:00+PM`],
  ['court', `/court-selection?venue=1&sport=1&date=${DAY}&time=7:00+PM`],
  ['join', '/join'],
  ['login', '/login'],
  ['pass', '/booking-confirmation?orderId=4071553902'],
];
/** The most milliseconds until a step paints something. */
const MOST_FIRST_PAINT = 2_500;

const at = (path) => new URL(path, BASE_URL).href;

async function firstPage(path) {
  const bare = path === '/location' ? await serveBarePage(at(path)) : null;
  const [withScripts, withoutScripts, ofBarePage] = [[], [], []];
  try {
    // In turns, so that a slow moment of this machine affects all of them.
    for (let round = 0; round < rounds; round += 1) {
      withScripts.push(await visit(at(path), { line: LINES.slow4g, categories: SCORES }));
      withoutScripts.push(await visit(at(path), { line: LINES.slow4g, scripts: false }));
      if (bare !== null) ofBarePage.push(await visit(bare.url, { line: LINES.slow4g }));
    }
  } finally {
    bare?.close();
  }
  const largest = medianOf(withScripts, 'largest-contentful-paint');
  console.log(
    `\n${path}: first paint after ${ms(medianOf(withScripts, 'first-contentful-paint'))}, largest after ${ms(largest)} ` +
      `(${ms(medianOf(withoutScripts, 'largest-contentful-paint'))} with its scripts held back)`,
  );
  if (bare !== null) {
    const least = medianOf(ofBarePage, 'largest-contentful-paint');
    const ratio = largest / least;
    tell(`  largest paint ÷ bare page (${ms(least)})`, ratio.toFixed(2), `<= ${MOST_RATIO}`, ratio <= MOST_RATIO);
  }
  const busy = medianOf(withScripts, 'total-blocking-time');
  tell('  main thread busy too long, in sum', ms(busy), `<= ${MOST_BUSY} ms`, busy <= MOST_BUSY);
  const shift = Math.max(...withScripts.map((report) => report.audits['cumulative-layout-shift'].numericValue ?? 0));
  tell('  layout shift', shift.toFixed(4), `<= ${MOST_SHIFT}`, shift <= MOST_SHIFT);
  for (const name of SCORES) {
    const scoreOf = (report) => report.categories[name].score ?? 0;
    const worst = withScripts.reduce((one, other) => (scoreOf(other) < scoreOf(one) ? other : one));
    const score = scoreOf(worst) * 100;
    tell(`  ${name}`, score.toFixed(0), '= 100', score === 100);
    for (const { id } of score === 100 ? [] : worst.categories[name].auditRefs) {
      const audit = worst.audits[id];
      if (audit.score !== null && audit.score < 1) console.log(`      ${id}: ${audit.title}`);
    }
  }
}

async function step(name, path) {
  const visits = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(at(path), { line: LINES.slow3g }));
  const first = median(visits.map((report) => report.audits['first-contentful-paint'].numericValue));
  tell(`  first paint: ${name}`, ms(first), `<= ${MOST_FIRST_PAINT} ms`, first <= MOST_FIRST_PAINT);
  const shift = Math.max(...visits.map((report) => report.audits['cumulative-layout-shift'].numericValue ?? 0));
  if (shift > MOST_SHIFT) tell('    layout shift', shift.toFixed(4), `<= ${MOST_SHIFT}`, false);
}

console.log(`Lighthouse, mobile, throttled by the browser itself; medians of ${rounds} rounds`);
console.log('\nSlow 4G (Lighthouse: 150 ms, 1.6 Mbit/s), a 4 times slower processor');
for (const path of FIRST) await runMeasurement(path, () => firstPage(path));

console.log('\nSlow 3G (WebPageTest: 400 ms, 400 kbit/s), a 4 times slower processor');
for (const [name, path] of STEPS) await runMeasurement(name, () => step(name, path));
finish();

// Measures the first paint as a phone on a slow network has it: Lighthouse with a really throttled connection and
// processor. Each page is measured as it is, and with its scripts held back by the browser: the same content from the same
// server without JavaScript. Run by `cargo xtask bench web`, which says where the server and the browser are.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const { BASE_URL, CHROMIUM_PATH, ROUNDS = '3' } = process.env;
if (!BASE_URL || !CHROMIUM_PATH) throw new Error('BASE_URL and CHROMIUM_PATH say what to measure with what');

const PAGES = ['/', '/location'];
/** The largest paint may come so many times as late as without JavaScript. */
const MOST_RATIO = 1.25;
/** Shifts below this are shown as 0 everywhere. */
const NO_SHIFT = 0.001;
const SCORES = ['accessibility', 'best-practices', 'seo'];

async function run(path, scripts) {
  const chrome = await launch({
    chromePath: CHROMIUM_PATH,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
  });
  try {
    const result = await lighthouse(new URL(path, BASE_URL).href, {
      port: chrome.port,
      logLevel: 'error',
      throttlingMethod: 'devtools',
      onlyCategories: scripts ? ['performance', ...SCORES] : ['performance'],
      ...(scripts ? {} : { blockedUrlPatterns: ['*.js'] }),
    });
    if (result === undefined || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result');
    return result.lhr;
  } finally {
    chrome.kill();
  }
}

const number = (report, audit) => report.audits[audit].numericValue;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

let missed = false;
function tell(what, value, goal, met) {
  missed ||= !met;
  console.log(`${what.padEnd(44)} ${value.padStart(9)}  ${goal} ${met ? 'met' : 'MISSED'}`);
}

console.log(`Lighthouse, mobile, throttled by the browser itself; medians of ${ROUNDS} rounds`);
for (const path of PAGES) {
  const [whole, bare] = [[], []];
  // In turns, so that a slow moment of this machine meets both.
  for (let round = 0; round < Number(ROUNDS); round += 1) {
    whole.push(await run(path, true));
    bare.push(await run(path, false));
  }
  const paint = (reports) => median(reports.map((report) => number(report, 'largest-contentful-paint')));
  const shift = Math.max(...whole.map((report) => number(report, 'cumulative-layout-shift')));
  const ratio = paint(whole) / paint(bare);
  console.log(
    `\n${path}: largest paint after ${paint(whole).toFixed(0)} ms, ${paint(bare).toFixed(0)} ms without JavaScript, ` +
      `first paint after ${median(whole.map((report) => number(report, 'first-contentful-paint'))).toFixed(0)} ms, ` +
      `main thread busy for ${median(whole.map((report) => number(report, 'total-blocking-time'))).toFixed(0)} ms too long`,
  );
  tell('  largest paint, times as late', ratio.toFixed(2), `<= ${MOST_RATIO}`, ratio <= MOST_RATIO);
  tell('  layout shift', shift.toFixed(4), '= 0', shift < NO_SHIFT);
  for (const name of SCORES) {
    const score = Math.min(...whole.map((report) => report.categories[name].score ?? 0)) * 100;
    tell(`  ${name}`, score.toFixed(0), '= 100', score === 100);
    for (const { id } of score === 100 ? [] : whole[0].categories[name].auditRefs) {
      const audit = whole[0].audits[id];
      if (audit.score !== null && audit.score < 1) console.log(`      ${id}: ${audit.title}`);
    }
  }
}
process.exitCode = missed ? 1 : 0;

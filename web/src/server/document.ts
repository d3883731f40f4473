import { shell } from 'virtual:shell';
import { PAGE_DATA, type PageData } from '@/app/page-data';
import { criticalStyle } from './critical-style';
import { dataText } from './escape';

/** The parts that differ from page to page. */
export interface Parts {
  /** BCP 47: `en-IN`. */
  locale: string;
  head: string;
  /** The markup of #root; empty if the browser renders the screen. */
  markup: string;
  data: PageData;
  /** The rule with the operator's colours; empty if there are none. */
  colours: string;
  /** The markup of the text for browsers without JavaScript. */
  noscript: string;
  /** Whether that text is above the screen. */
  noscriptFirst: boolean;
  /** The markup of what is shown if the scripts do not come. */
  notStarted: string;
  /** Addresses of the scripts that this page needs in addition to those of every page. */
  scripts: readonly string[];
}

/** The shell's preloads of the two font faces of headings; a page needs only one of them. */
const UPRIGHT = /<link rel="preload"[^>]*barlow-condensed-700-(?!italic)[^>]*>/;
const ITALIC = /<link rel="preload"[^>]*barlow-condensed-700-italic-[^>]*>/;

/** The shell's text for browsers without JavaScript, which lacks the operator's details. */
const NO_SCRIPT = /<noscript>.*?<\/noscript>/s;

/** The shell's English text for a page whose scripts do not come. */
const NOT_STARTED = /<template id="not-started">.*?<\/template>/s;

/**
 * The whole page: the built shell with its placeholders filled. A rendered page contains the rules that it needs, so
 * that its first paint waits for nothing; the whole stylesheet follows below the visible part. An empty page links it
 * in its head.
 */
export function documentOf({
  locale,
  head,
  markup,
  data,
  colours,
  noscript,
  noscriptFirst,
  notStarted,
  scripts,
}: Parts): {
  html: string;
  style: string;
} {
  const rules = markup === '' ? '' : criticalStyle(shell.rules, markup + noscript + notStarted);
  const style = rules + colours;
  const sheet = `<link rel="stylesheet" href="${shell.stylesheet}">`;
  const preloads = scripts.map((script) => `<link rel="modulepreload" fetchpriority="low" href="${script}">`).join('');
  // The heading is the largest text of the first view; the other face can load later.
  const unneeded = /<h1[^>]* class="[^"]*\bitalic\b/.test(markup) ? UPRIGHT : ITALIC;
  const html = shell.html
    .replace(unneeded, '')
    .replace('<html lang="en-IN">', `<html lang="${locale}">`)
    .replace(
      '<!--head-->',
      () => head + (rules === '' ? sheet : '') + (style === '' ? '' : `<style>${style}</style>`) + preloads,
    )
    .replace(NO_SCRIPT, () => (noscriptFirst ? '' : noscript))
    .replace(NOT_STARTED, () => notStarted)
    .replace('<div id="root"><!--app-->', () => `${noscriptFirst ? noscript : ''}<div id="root">${markup}`)
    .replace(
      '<!--data-->',
      () => `${rules === '' ? '' : sheet}<script type="application/json" id="${PAGE_DATA}">${dataText(data)}</script>`,
    );
  return { html, style };
}

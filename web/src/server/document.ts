import { shell } from 'virtual:shell';
import { PAGE_DATA, type PageData } from '@/app/page-data';
import { criticalStyle } from './critical-style';
import { dataText } from './escape';

/** The parts of a page that are its own. */
export interface Parts {
  /** BCP 47: `en-IN`. */
  locale: string;
  head: string;
  /** The markup of #root; empty when the browser draws the screen. */
  markup: string;
  data: PageData;
  /** What stands on it without JavaScript. */
  noscript: string;
  /** Whether that stands above the screen. */
  noscriptFirst: boolean;
  /** Addresses of the scripts that this page needs beside those of every page. */
  scripts: readonly string[];
}

/** How the shell asks for the two faces of headings before it is known which one a page needs. */
const UPRIGHT = /<link rel="preload"[^>]*barlow-condensed-700-(?!italic)[^>]*>/;
const ITALIC = /<link rel="preload"[^>]*barlow-condensed-700-italic-[^>]*>/;

/** What the shell says without JavaScript, before the operator is known. */
const NO_SCRIPT = /<noscript>.*?<\/noscript>/s;

/**
 * The whole page: the built shell with its holes filled. A drawn page brings the rules that it needs along, so that its
 * first paint waits for nothing; the whole stylesheet comes below what is painted. An empty one keeps it in its head.
 */
export function documentOf({ locale, head, markup, data, noscript, noscriptFirst, scripts }: Parts): {
  html: string;
  style: string;
} {
  const style = markup === '' ? '' : criticalStyle(shell.rules, markup + noscript);
  const sheet = `<link rel="stylesheet" href="${shell.stylesheet}">`;
  const preloads = scripts.map((script) => `<link rel="modulepreload" fetchpriority="low" href="${script}">`).join('');
  // The heading is the largest text of the first view; the other face can wait.
  const unneeded = /<h1[^>]* class="[^"]*\bitalic\b/.test(markup) ? UPRIGHT : ITALIC;
  const html = shell.html
    .replace(unneeded, '')
    .replace('<html lang="en-IN">', `<html lang="${locale}">`)
    .replace('<!--head-->', () => head + (style === '' ? sheet : `<style>${style}</style>`) + preloads)
    .replace(NO_SCRIPT, () => (noscriptFirst ? '' : noscript))
    .replace('<div id="root"><!--app-->', () => `${noscriptFirst ? noscript : ''}<div id="root">${markup}`)
    .replace(
      '<!--data-->',
      () => `${style === '' ? '' : sheet}<script type="application/json" id="${PAGE_DATA}">${dataText(data)}</script>`,
    );
  return { html, style };
}

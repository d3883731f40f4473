import type { Plugin } from 'vite';

/** Tailwind's `@supports` test of whether the browser can mix colours, with the rules inside it. */
const ASKED = /@supports \(color:\s*color-mix\(in lab,\s*red,\s*red\)\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g;

/** The fallback rule in front of the same rule with a mixed colour. */
const INSTEAD = /([^{}]+)\{([\w-]+):[^;{}]+\}(?=\1\{\2:color-mix\()/g;

/**
 * Removes the `@supports` test of mixed colours and the fallback rules. All browsers that the stylesheet is built for
 * (`cssTarget`) can mix colours, and two dozen fallbacks cost bytes before the first paint.
 */
export function colorMix(): Plugin {
  return {
    name: 'color-mix',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css(\?|$)/.test(id)) return null;
      return { code: code.replace(ASKED, '$1').replace(INSTEAD, ''), map: null };
    },
  };
}

import type { Plugin } from 'vite';

/** Tailwind's `@supports` test of whether the browser can mix colours, with the rules inside it. */
const SUPPORTS_TEST = /@supports \(color:\s*color-mix\(in lab,\s*red,\s*red\)\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g;

/** The fallback rule in front of the same rule with a mixed colour. */
const FALLBACK_RULE = /([^{}]+)\{([\w-]+):[^;{}]+\}(?=\1\{\2:color-mix\()/g;

/**
 * Removes the `@supports` test of mixed colours and the fallback rules. All browsers that the stylesheet is built for
 * (`cssTarget`) can mix colours, and the fallbacks cost bytes before the first paint.
 */
export function colorMix(): Plugin {
  return {
    name: 'color-mix',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css(\?|$)/.test(id)) return null;
      return { code: code.replace(SUPPORTS_TEST, '$1').replace(FALLBACK_RULE, ''), map: null };
    },
  };
}

import type { Plugin } from 'vite';

/** Tailwind's question whether the browser mixes colours, with the rules behind it. */
const ASKED = /@supports \(color:\s*color-mix\(in lab,\s*red,\s*red\)\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g;

/**
 * Takes out the question whether the browser can mix colours: all that the style sheet is written for can (`cssTarget`),
 * and asking two dozen times costs bytes in front of the first paint.
 */
export function colorMix(): Plugin {
  return {
    name: 'color-mix',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css(\?|$)/.test(id)) return null;
      return { code: code.replace(ASKED, '$1'), map: null };
    },
  };
}

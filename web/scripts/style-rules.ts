// Takes a built stylesheet apart into the pieces that a page may need or not (src/server/critical-style.ts puts those
// of one page together again). It reads what lightningcss writes: minified, every brace balanced. Comments are dropped.

import type { Rule } from '../src/server/critical-style';

/** The end of the block that opens at `open`; braces in strings do not count. */
function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    const sign = css[at];
    if (sign === '\\') at += 1;
    else if (sign === '"' || sign === "'") {
      for (at += 1; css[at] !== sign; at += 1) if (css[at] === '\\') at += 1;
    } else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new Error('a block of the stylesheet does not end');
}

/** The parts of a selector list, not split inside brackets. */
function selectorsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < list.length; at += 1) {
    const sign = list[at];
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + (sign === '\\' ? sign + list[(at += 1)] : sign));
  }
  return parts;
}

/** The classes that an element and its surroundings must have, without those inside `:not()`, `:is()` and the like. */
function classesOf(selector: string): string[] {
  let plain = selector;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/:[\w-]+\((?:\\.|[^()\\])*\)/g, '');
  }
  return [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => (name ?? '').replaceAll(/\\(.)/g, '$1'));
}

/** The rules of a stylesheet, in their order. */
export function rulesOf(stylesheet: string): Rule[] {
  const css = stylesheet.replace(/\/\*.*?\*\//gs, '');
  const rules: Rule[] = [];
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at);
    const semicolon = css.indexOf(';', at);
    if (semicolon !== -1 && (open === -1 || semicolon < open)) {
      rules.push({ kind: 'always', text: css.slice(at, semicolon + 1) });
      at = semicolon + 1;
      continue;
    }
    if (open === -1) break;
    const end = endOfBlock(css, open);
    const opening = css.slice(at, open).trim();
    const text = css.slice(at, end + 1);
    if (/^@(layer|media|supports|container)\b/.test(opening)) {
      rules.push({ kind: 'group', opening, rules: rulesOf(css.slice(open + 1, end)) });
    } else if (/^@(keyframes|property)\b/.test(opening)) {
      rules.push({ kind: 'named', text, name: opening.replace(/^@\w+/, '').trim() });
    } else if (opening.startsWith('@')) {
      rules.push({ kind: 'always', text });
    } else {
      const any = selectorsOf(opening).map(classesOf);
      rules.push(any.some((all) => all.length === 0) ? { kind: 'always', text } : { kind: 'classes', text, any });
    }
    at = end + 1;
  }
  return rules;
}

/** A part of a stylesheet, by how it is decided whether a page needs it. */
export type Rule =
  /** `@font-face` and rules for elements: part of every page. */
  | { kind: 'always'; text: string }
  /** A rule whose selectors use classes: one list of classes for each selector. */
  | { kind: 'classes'; text: string; any: readonly (readonly string[])[] }
  /** `@keyframes`, `@property`: included if an included rule names it. */
  | { kind: 'named'; text: string; name: string }
  /** `@layer`, `@media`, `@supports`, `@container` around other rules. */
  | { kind: 'group'; opening: string; rules: readonly Rule[] };

/**
 * The rules that a markup needs, in their order. They cascade as in the whole stylesheet, so nothing shifts when that
 * loads.
 */
export function criticalStyle(rules: readonly Rule[], markup: string): string {
  const classes = new Set(['group', 'peer']);
  for (const [, names] of markup.matchAll(/ class="([^"]*)"/g)) {
    for (const name of (names ?? '')
      .replaceAll('&amp;', '&')
      .replaceAll('&gt;', '>')
      .replaceAll('&#x27;', "'")
      .split(/\s+/))
      classes.add(name);
  }
  const without = write(rules, classes, () => false);
  return write(rules, classes, (name) => without.includes(name));
}

function write(rules: readonly Rule[], classes: ReadonlySet<string>, isNamed: (name: string) => boolean): string {
  let text = '';
  for (const rule of rules) {
    if (rule.kind === 'group') {
      const inside = write(rule.rules, classes, isNamed);
      if (inside !== '') text += `${rule.opening}{${inside}}`;
    } else if (
      rule.kind === 'always' ||
      (rule.kind === 'named' ? isNamed(rule.name) : rule.any.some((all) => all.every((name) => classes.has(name))))
    ) {
      text += rule.text;
    }
  }
  return text;
}

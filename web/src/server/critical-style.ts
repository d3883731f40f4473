/** A stylesheet in the pieces that a page may need or not. */
export type Rule =
  /** `@font-face`, a rule for elements: every page gets it. */
  | { kind: 'always'; text: string }
  /** A rule whose selectors name classes: one list of classes for each selector. */
  | { kind: 'classes'; text: string; any: readonly (readonly string[])[] }
  /** `@keyframes`, `@property`: comes along when something that comes along names it. */
  | { kind: 'named'; text: string; name: string }
  /** `@layer`, `@media`, `@supports` around others. */
  | { kind: 'group'; opening: string; rules: readonly Rule[] };

/** The rules that markup needs, in their order. Their cascade is the whole stylesheet's: nothing moves when that comes. */
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

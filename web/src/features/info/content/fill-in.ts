import type { Block, Document } from './document';
import { type Facts, isFact } from './facts';

const NAMES = /\{([^{}]*)\}/g;

/** The names in braces in a text. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(NAMES)].map((match) => match[1] ?? '');
}

/**
 * The text with its facts filled in, or null if one of them is missing.
 *
 * INVARIANT: a name in braces is never shown ("%s shows no brace if a fact is missing").
 */
export function fillText(text: string, facts: Facts): string | null {
  let complete = true;
  const filled = text.replaceAll(NAMES, (_, name: string) => {
    const fact = isFact(name) ? facts[name] : null;
    if (fact === null) complete = false;
    return fact ?? '';
  });
  return complete ? filled : null;
}

/**
 * The page with its facts filled in: a sentence, a point of a list and a row of a table with a missing fact are omitted,
 * and so is a paragraph, a list, a table or a section that is left empty.
 */
export function fillIn(page: Document, facts: Facts): Document {
  const all = (texts: readonly string[]) =>
    texts.map((text) => fillText(text, facts)).filter((text): text is string => text !== null);
  const block = (of: Block): Block[] => {
    if ('text' in of) return nonEmpty({ text: all(of.text) }, (b) => b.text);
    if ('list' in of) return nonEmpty({ list: all(of.list) }, (b) => b.list);
    const rows = of.rows.map(all).filter((row) => row.length === of.head.length);
    return nonEmpty({ head: all(of.head), rows }, (b) => b.rows);
  };
  const sections = page.sections.map((section) => ({
    id: section.id,
    heading: section.heading,
    body: section.body.flatMap(block),
  }));
  return {
    title: page.title,
    lead: all(page.lead),
    sections: sections.filter((section) => section.body.length > 0),
  };
}

function nonEmpty<B extends Block>(block: B, parts: (block: B) => readonly unknown[]): Block[] {
  return parts(block).length > 0 ? [block] : [];
}

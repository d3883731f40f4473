/** Escapes text for an element or an attribute in double quotes. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * JSON for a script element that holds data. Every `<` is escaped, which does not change the JSON, so no value (a
 * venue's name) can end the element or open a comment.
 */
export function dataText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

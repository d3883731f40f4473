/** Text for an element or an attribute in double quotes. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * JSON for a script element that holds data. No name of a venue can end the element or open a comment: JSON means the
 * same with every `<` written as an escape.
 */
export function dataText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** How many characters the server counts in a text: code points, where `length` counts UTF-16 units. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** The largest file that is sent, in bytes; the rest of the server's limit is for the quotes of JSON. */
export const MOST_BYTES = 1_900_000;

/** The lines of a CSV file without their line ends; null if the file cannot be read or is not text in UTF-8. */
export async function linesOf(file: File): Promise<string[] | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    // The server refuses control characters in a request. A tab separates as a space does.
    return text
      .replaceAll('\t', ' ')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
  } catch {
    return null;
  }
}

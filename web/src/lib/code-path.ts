import { encode } from 'uqr';

/** A code made of squares of side 1: an SVG path, and the number of squares per side. */
export interface CodePath {
  size: number;
  path: string;
}

/**
 * The QR code of a text with error correction M: up to 15 % of it may be hidden by a scratch or a thumb. It has no
 * quiet zone; the caller must add one.
 */
export function codePath(text: string): CodePath {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const runs: string[] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x += 1;
      const width = x + 1 - start;
      runs.push(`M${start} ${y}h${width}v1h-${width}z`);
    }
  }
  return { size, path: runs.join('') };
}

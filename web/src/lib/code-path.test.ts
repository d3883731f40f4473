import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { codePath } from './code-path';

const PASS =
  'SO1._oEsEg.4071553902.29922570.3.Y3JJUQOmG2haITFDmhefVSt0hyYtcLqLulqCU7dd98ukUFXR6gMUUWZZvxjlJ-FYONZYeKR2565P16821P4SBQ';
const SCALE = 4;
/** White modules around a code: no scanner requires more (ISO/IEC 18004). */
const QUIET = 4;

/** Draws the path as a browser would, dark on white with its quiet zone. */
function draw({ size, path }: ReturnType<typeof codePath>) {
  const side = (size + 2 * QUIET) * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = 0; row < SCALE; row += 1) {
      const line = (Number(y) + QUIET) * SCALE + row;
      const from = (line * side + (Number(x) + QUIET) * SCALE) * 4;
      for (let at = from; at < from + Number(width) * SCALE * 4; at += 4) data.fill(0, at, at + 3);
    }
  }
  return { width: side, height: side, data };
}

test('a QR reader decodes the encoded text', () => {
  const code = codePath(PASS);
  expect(code.size).toBe(45);
  expect(decodeQR(draw(code))).toBe(PASS);
});

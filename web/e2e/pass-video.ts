import { writeFile } from 'node:fs/promises';
import { encodeQR } from 'qr';

const WIDTH = 640;
const HEIGHT = 480;
/** Pixels of a module: a pass of 45 modules fills three quarters of the picture's height. */
const MODULE = 8;
const FRAMES = 4;

/** Writes a video of a code for Chromium's fake camera (YUV4MPEG2, 4:2:0); the camera repeats it. */
export async function writePassVideo(path: string, text: string): Promise<void> {
  const modules = encodeQR(text, 'raw');
  const left = Math.floor((WIDTH - modules.length * MODULE) / 2);
  const top = Math.floor((HEIGHT - modules.length * MODULE) / 2);
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue;
      for (let line = 0; line < MODULE; line += 1) {
        const from = (top + y * MODULE + line) * WIDTH + left + x * MODULE;
        luma.fill(16, from, from + MODULE);
      }
    }
  }
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, grey]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(path, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]));
}

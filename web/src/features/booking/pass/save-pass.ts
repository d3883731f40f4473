import { saveFile } from '@/lib/save-file';
import { embeddedFonts } from './embedded-fonts';

/** The name of the picture, the same in every language (spec §2). */
const FILE_NAME = 'booking_pass.png';
/** Pixels of the picture for each pixel on screen, so that the pass is readable at the desk. */
const SCALE = 2;
/** Pixels of green around the pass. */
const MARGIN = 24 * SCALE;

/** Saves the pass as a picture, made on this device (spec §7). Throws if the browser cannot render it. */
export async function savePass(element: HTMLElement): Promise<void> {
  const [{ domToBlob }, cssText] = await Promise.all([import('modern-screenshot'), embeddedFonts()]);
  const picture = await domToBlob(element, { scale: SCALE, type: 'image/png', font: { cssText } });
  // The computed colour: a canvas does not resolve CSS variables.
  const background = getComputedStyle(element.closest('.ground-surround') ?? document.body).backgroundColor;
  saveFile(await drawOnBackground(picture, background), FILE_NAME);
}

/**
 * Draws the pass on its green background: the area around its round corners would otherwise be transparent, which
 * viewers show as black or a chequered pattern.
 */
async function drawOnBackground(picture: Blob, color: string): Promise<Blob> {
  const pass = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  canvas.width = pass.width + 2 * MARGIN;
  canvas.height = pass.height + 2 * MARGIN;
  const context = canvas.getContext('2d');
  if (context === null) return picture;
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(pass, MARGIN, MARGIN);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}

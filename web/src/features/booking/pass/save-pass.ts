import { saveFile } from '@/lib/save-file';
import { embeddedFonts } from './embedded-fonts';

/** The same in every language (spec §2). */
const FILE_NAME = 'booking_pass.png';
/** Pixels of the picture for each pixel on screen; a pass has to be readable when it is shown at the desk. */
const SCALE = 2;

/** Saves the pass as a picture, made on this device without any call (spec §7). Throws when the browser cannot draw it. */
export async function savePass(element: HTMLElement): Promise<void> {
  const [{ domToBlob }, cssText] = await Promise.all([import('modern-screenshot'), embeddedFonts()]);
  const picture = await domToBlob(element, { scale: SCALE, type: 'image/png', font: { cssText } });
  saveFile(picture, FILE_NAME);
}

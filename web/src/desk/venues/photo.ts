import { venuesTexts } from './texts';

/** A file that cannot become a photo; `message` is for the owner. */
export class PhotoError extends Error {}

/** The server takes at most 4 MB; a file of more bytes than this is made smaller. */
const LARGEST_UNCHANGED_BYTES = 3_000_000;
/** The server takes at least this many pixels of each accepted type. */
const MOST_UNCHANGED_PIXELS = 8_000_000;
/** The longest side that the server takes. */
const LONGEST_UNCHANGED_SIDE_PIXELS = 8_192;
/** The longer side of a picture that is made smaller. */
const LONGEST_SIDE_PIXELS = 2_400;
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * The chosen file in base64. A file that is too large, or of a type that the server does not take, becomes a JPEG whose
 * longer side has at most 2,400 pixels.
 * Throws a {@link PhotoError} if the file cannot be read as a picture.
 */
export async function photoOf(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new PhotoError(venuesTexts.photoProblems.not_a_picture);
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new PhotoError(venuesTexts.photoProblems.damaged);
  }
  try {
    if (isTaken(file, picture)) return await base64Of(file);
    const scale = Math.min(1, LONGEST_SIDE_PIXELS / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new PhotoError(venuesTexts.photoProblems.damaged);
    // JPEG has no transparency: transparent areas become white instead of black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', 0.88).split(',')[1] ?? '';
  } finally {
    picture.close();
  }
}

/** Whether the file is sent unchanged. */
function isTaken(file: File, { width, height }: ImageBitmap): boolean {
  return (
    ACCEPTED_TYPES.includes(file.type) &&
    file.size <= LARGEST_UNCHANGED_BYTES &&
    width * height <= MOST_UNCHANGED_PIXELS &&
    Math.max(width, height) <= LONGEST_UNCHANGED_SIDE_PIXELS
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const fail = () => reject(new PhotoError(venuesTexts.photoProblems.damaged));
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result.split(',')[1] ?? '') : fail());
    reader.onerror = fail;
    reader.readAsDataURL(file);
  });
}

import { avatarTexts } from './texts';

/** A picture that cannot become an avatar; `message` is for the player. */
export class AvatarError extends Error {}

const LARGEST_FILE_BYTES = 25 * 1024 * 1024;
/** The server accepts JPEG, PNG and WebP of at most 1.5 MB; a file of more bytes than this is converted to JPEG. */
const LARGEST_UNCHANGED_BYTES = 1_000_000;
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const LONGEST_SIDE_PIXELS = 1024;

/**
 * The chosen file as a data URL (spec §3): unchanged, or as a JPEG of at most 1024 pixels a side if it is too large or of
 * another format.
 *
 * Throws an {@link AvatarError} for files that are not a picture, cannot be decoded or exceed 25 MB.
 */
export async function avatarImage(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new AvatarError(avatarTexts.notAnImage);
  if (file.size > LARGEST_FILE_BYTES) throw new AvatarError(avatarTexts.tooLarge);
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new AvatarError(avatarTexts.unreadable);
  }
  try {
    const side = Math.max(picture.width, picture.height);
    if (file.size <= LARGEST_UNCHANGED_BYTES && side <= 2 * LONGEST_SIDE_PIXELS && ACCEPTED_TYPES.includes(file.type)) {
      return await dataUrl(file);
    }
    return shrink(picture, Math.min(1, LONGEST_SIDE_PIXELS / side));
  } finally {
    picture.close();
  }
}

function shrink(picture: ImageBitmap, by: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * by));
  canvas.height = Math.max(1, Math.round(picture.height * by));
  const context = canvas.getContext('2d');
  if (!context) throw new AvatarError(avatarTexts.unreadable);
  // JPEG has no transparency: transparent areas become white instead of black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.86);
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const fail = () => reject(new AvatarError(avatarTexts.unreadable));
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : fail());
    reader.onerror = fail;
    reader.readAsDataURL(file);
  });
}

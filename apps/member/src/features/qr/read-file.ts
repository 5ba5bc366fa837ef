import { readQr } from './run-qr.ts';

const TEXT_BYTES_MAX = 32 * 1024 * 1024;
/** Larger pictures only take longer: our densest code is 129 modules wide. */
const SIDE_MAX = 2400;

/** The text of a text file, or of the code in a picture; null if there is none. */
export async function readFile(file: File): Promise<string | null> {
  if (file.type.startsWith('image/')) return readPicture(file);
  return file.size > TEXT_BYTES_MAX ? null : await file.text();
}

async function readPicture(file: File): Promise<string | null> {
  try {
    const whole = await createImageBitmap(file);
    const shrink = SIDE_MAX / Math.max(whole.width, whole.height);
    if (shrink >= 1) return await readQr(whole, 'picture');
    const resizeWidth = Math.round(whole.width * shrink);
    const smaller = await createImageBitmap(whole, { resizeWidth, resizeQuality: 'high' });
    whole.close();
    return await readQr(smaller, 'picture');
  } catch {
    return null;
  }
}

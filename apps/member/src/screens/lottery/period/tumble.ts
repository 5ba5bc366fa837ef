/**
 * Dice animation, derived from the bytes of the beacon's signature: each draw tumbles differently, without made-up
 * faces.
 */

const TUMBLE_MIN_MS = 520;
const TUMBLE_MAX_MS = 900;
const FACE_MS = 90;

/** The faces that a die shows while it tumbles, one every 90 ms. The dice take the bytes in turn. */
export function tumbleFaces(signature: string, place: number): number[] {
  const bytes = signature.match(/[0-9a-f]{2}/g) ?? [];
  return bytes.filter((_, index) => index % 3 === place).map((byte) => (Number.parseInt(byte, 16) % 6) + 1);
}

/** Number of faces shown so far. */
export function faceNumber(elapsedMs: number): number {
  return Math.floor(elapsedMs / FACE_MS);
}

/** The face at a point in time; the last one if the bytes run out. */
export function faceAt(faces: readonly number[], elapsedMs: number): number | null {
  if (faces.length === 0) return null;
  return faces[Math.min(faces.length - 1, faceNumber(elapsedMs))] ?? null;
}

/**
 * True once the dice lie still: when the proof is checked, but after 520 ms at the earliest and 900 ms at the latest.
 */
export function isAtRest(elapsedMs: number, checked: boolean): boolean {
  return elapsedMs >= TUMBLE_MAX_MS || (checked && elapsedMs >= TUMBLE_MIN_MS);
}

/** How the dice fall: from the bytes of the beacon's signature, so that no two draws fall alike and none is made up. */

const TUMBLE_MIN_MS = 520;
const TUMBLE_MAX_MS = 900;
const FACE_MS = 90;

/** The faces that each die shows on its way, one every 90 ms; byte by byte in turn. */
export function tumbleFaces(signature: string, place: number): number[] {
  const bytes = signature.match(/[0-9a-f]{2}/g) ?? [];
  return bytes.filter((_, index) => index % 3 === place).map((byte) => (Number.parseInt(byte, 16) % 6) + 1);
}

/** How often the dice have turned over so far. */
export function faceNumber(elapsedMs: number): number {
  return Math.floor(elapsedMs / FACE_MS);
}

/** The face at a moment of the fall; the last one where the bytes run out. */
export function faceAt(faces: readonly number[], elapsedMs: number): number | null {
  if (faces.length === 0) return null;
  return faces[Math.min(faces.length - 1, faceNumber(elapsedMs))] ?? null;
}

/** Whether the dice lie still: once the proof is checked, but never too soon to be seen and never after 900 ms. */
export function isAtRest(elapsedMs: number, checked: boolean): boolean {
  return elapsedMs >= TUMBLE_MAX_MS || (checked && elapsedMs >= TUMBLE_MIN_MS);
}

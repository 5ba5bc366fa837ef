import encodeQR from 'qr';
import { decodeQR } from 'qr/decode.js';

/** Draws and reads QR codes. Too slow for the main thread; `qr-worker.ts` runs it. */

/** Width of the quiet zone. Readers need it, also on dark pages, so it is part of the drawing. */
const QUIET_MODULES = 4;
/** Time limits in milliseconds. A camera frame must make way for the next one. */
const READ_MS = { picture: 4000, frame: 120 } as const;

export interface QrDrawing {
  /** Modules on a side, including the quiet zone. Use it for the view box. */
  size: number;
  /** Outline of the dark modules, for an SVG path. */
  path: string;
}

/**
 * The outline of a QR code. Uses the lowest error correction, because screens have no stains and larger modules scan
 * faster.
 *
 * Throws if the text does not fit into a QR code.
 */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_MODULES });
  const path = rows.flatMap((row, y) => runsOf(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`));
  return { size: rows.length, path: path.join('') };
}

/** The text of the first code in a picture (RGBA); null if none is readable. */
export function readQr(
  image: { width: number; height: number; data: Uint8ClampedArray },
  from: keyof typeof READ_MS,
): string | null {
  try {
    return decodeQR(image, { timeLimit: READ_MS[from] });
  } catch {
    return null;
  }
}

/** Start and end of each run of dark modules. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x]) x++;
    runs.push([from, x]);
  }
  return runs;
}

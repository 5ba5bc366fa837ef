import encodeQR from 'qr';
import { decodeQR } from 'qr/decode.js';

/** QR codes as outlines and back from pixels. Takes too long for the main thread: `qr-worker.ts` runs it. */

/** A quiet zone of four modules is part of the drawing: readers need it, on dark pages too. */
const QUIET_MODULES = 4;
/** A picture may take long; a frame of the camera must make way for the next one. */
const READ_MS = { picture: 4000, frame: 120 } as const;

export interface QrDrawing {
  /** Modules on a side, the quiet zone included: the view box. */
  size: number;
  /** Outline of the dark modules, for an SVG path. */
  path: string;
}

/**
 * The lowest error correction: a code on a screen has no stains, and larger modules are read sooner. Throws where the
 * text does not fit into a QR code.
 */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_MODULES });
  const path = rows.flatMap((row, y) => runsOf(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`));
  return { size: rows.length, path: path.join('') };
}

/** The text of the first code in the picture (RGBA); null if there is none that can be read. */
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

/** Where dark runs begin and end. */
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

import type { QrDrawing } from './qr.ts';
import type { QrAnswer, QrRequest } from './qr-messages.ts';

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, (answer: QrAnswer) => void>();

/** A text as a QR code; null if it is too long for one. */
export async function drawQr(text: string): Promise<QrDrawing | null> {
  return (await ask({ draw: text }, [])).drawing ?? null;
}

/**
 * The text of the QR code in a picture; null if there is none. Uses the browser's reader if it has one, which is
 * faster.
 *
 * Otherwise, or if that finds nothing in a picture, uses ours in a worker. Closes the bitmap.
 */
export async function readQr(bitmap: ImageBitmap, from: 'picture' | 'frame'): Promise<string | null> {
  const own = await ownReader();
  const found = own === null ? null : await own(bitmap);
  if (found !== null || (own !== null && from === 'frame')) {
    bitmap.close();
    return found;
  }
  return (await ask({ bitmap, from }, [bitmap])).text ?? null;
}

type Ask = { draw: string } | { bitmap: ImageBitmap; from: 'picture' | 'frame' };

function ask(request: Ask, transfer: Transferable[]): Promise<QrAnswer> {
  worker ??= start();
  const running = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    running.postMessage({ ...request, id } satisfies QrRequest, transfer);
  });
}

function start(): Worker {
  const made = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<QrAnswer>) => settle(data);
  made.onerror = () => {
    made.terminate();
    worker = null;
    for (const id of [...waiting.keys()]) settle({ id });
  };
  return made;
}

function settle(answer: QrAnswer): void {
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
}

/** The part of the Shape Detection API that we use. */
interface BarcodeReader {
  new (options: { formats: string[] }): { detect(image: ImageBitmap): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

type Reader = (bitmap: ImageBitmap) => Promise<string | null>;
let foundReader: Promise<Reader | null> | null = null;

function ownReader(): Promise<Reader | null> {
  foundReader ??= findReader().catch(() => null);
  return foundReader;
}

async function findReader(): Promise<Reader | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeReader };
  if (Detector === undefined || !(await Detector.getSupportedFormats()).includes('qr_code')) return null;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (bitmap) => {
    const codes = await detector.detect(bitmap).catch(() => []);
    return codes[0]?.rawValue ?? null;
  };
}

/** Requests to servers other than this club: witnesses, beacon relays, another club. Sends no cookies. */

const WAIT_MS = 2500;
const JSON_BYTES_MAX = 4_000_000;
const BYTES_MAX = 64_000_000;

/** An error response, with its HTTP status. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/**
 * Reads JSON. Throws `Refused` for an error status, and an Error for a timeout, a redirect, invalid JSON or more than 4
 * MB.
 */
export async function readJsonFrom(url: string, waitMs: number = WAIT_MS): Promise<unknown> {
  const bytes = await ask(url, { accept: 'application/json', waitMs, bytesMax: JSON_BYTES_MAX });
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Reads bytes, up to 64 MB. Throws as `readJsonFrom` does. */
export function readBytesFrom(url: string, waitMs: number = WAIT_MS): Promise<Uint8Array> {
  return ask(url, { accept: 'application/octet-stream', waitMs, bytesMax: BYTES_MAX });
}

interface Asking {
  accept: string;
  waitMs: number;
  bytesMax: number;
}

/** Rejects redirects, because the user confirmed only this address. */
async function ask(url: string, { accept, waitMs, bytesMax }: Asking): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(waitMs);
  const response = await fetch(url, { credentials: 'omit', headers: { accept }, redirect: 'error', signal });
  if (!response.ok) throw new Refused(response.status);
  return readUpTo(response, bytesMax);
}

async function readUpTo(response: Response, bytesMax: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const reader = response.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > bytesMax) {
      await reader.cancel();
      throw new Error('too long');
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

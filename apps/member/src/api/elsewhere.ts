/** Calls to others than the club of this page: witnesses, relays of the beacon, another club. No cookie goes along. */

const WAIT_MS = 2500;
const ANSWER_CHARS_MAX = 4_000_000;

/** An answer that is none; the status says why. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** Throws `Refused` on any other status than 200, and an Error where no answer comes in time or it is no JSON. */
export async function readJsonFrom(url: string, waitMs: number = WAIT_MS): Promise<unknown> {
  const text = await (await ask(url, 'application/json', waitMs)).text();
  if (text.length > ANSWER_CHARS_MAX) throw new Error('too long');
  return JSON.parse(text);
}

/** Throws as `readJsonFrom` does. */
export async function readBytesFrom(url: string, waitMs: number = WAIT_MS): Promise<Uint8Array> {
  return new Uint8Array(await (await ask(url, 'application/octet-stream', waitMs)).arrayBuffer());
}

async function ask(url: string, accept: string, waitMs: number): Promise<Response> {
  const signal = AbortSignal.timeout(waitMs);
  const response = await fetch(url, { credentials: 'omit', headers: { accept }, signal });
  if (!response.ok) throw new Refused(response.status);
  return response;
}

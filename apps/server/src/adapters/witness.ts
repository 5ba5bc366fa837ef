import { hash } from 'node:crypto';
import type { WitnessAddress, WitnessLink } from '../book/witness.ts';
import { fetchText } from './fetch-bytes.ts';
import { fetchJson } from './fetch-json.ts';

/** Timeout of a checkpoint. A witness reads the leaves of a new seal first, and a million of them take seconds. */
const ADD_TIMEOUT_MS = 8_000;
const ADD_BYTES_MAX = 16_384;
const ASK_TIMEOUT_MS = 4_000;
const ASK_BYTES_MAX = 4_000_000;
const NOT_FOUND = 404;

/** A witness over HTTP: c2sp.org/tlog-witness, and the notes that it publishes. */
export function httpWitness({ vkey, url }: WitnessAddress, timeoutMs = ADD_TIMEOUT_MS): WitnessLink {
  return {
    vkey,
    url,
    addCheckpoint(body, signal) {
      const headers = { 'content-type': 'text/plain; charset=utf-8' };
      const limits = { timeoutMs, bytesMax: ADD_BYTES_MAX, signal };
      return fetchText(`${url}/add-checkpoint`, { method: 'POST', headers, body, ...limits });
    },
    async cosigned(origin, { from, to }, signal) {
      const place = `${url}/${hash('sha256', origin)}/cosigned?from=${from}&to=${to}`;
      const limits = { timeoutMs: ASK_TIMEOUT_MS, bytesMax: ASK_BYTES_MAX, signal };
      const { status, body } = await fetchJson(place, limits);
      // The witness has cosigned nothing of this book, or does not know it.
      if (status === NOT_FOUND) return [];
      if (status !== 200) throw new Error(`it answered ${status}`);
      return notesOf(body);
    },
  };
}

function notesOf(body: unknown): string[] {
  const list = (body as { checkpoints?: unknown } | null)?.checkpoints;
  if (!Array.isArray(list)) throw new Error('it answered without a list of checkpoints');
  return list.map((one: { note?: unknown } | null) => {
    if (typeof one?.note !== 'string') throw new Error('it published something without a note');
    return one.note;
  });
}

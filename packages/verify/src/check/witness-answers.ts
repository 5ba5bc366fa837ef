/** What witnesses published of a book between two moments. */
import { cosignaturesOf, parseVerifierKey, placeOfOrigin, type WitnessAnswer } from '@tercet/fair';
import { getBytes } from '../net/get-bytes.ts';
import type { Guard } from '../net/guard.ts';
import type { WitnessAddress } from './options.ts';

/** A witness that did not answer in full, and why. */
export interface SilentWitness {
  url: string;
  why: string;
}

export interface WitnessQuestion {
  origin: string;
  /** Unix seconds, both included. */
  fromSeconds: number;
  toSeconds: number;
  /** Verifier keys of the witnesses that tables of the book name: an address without a key is one of them. */
  expected: readonly string[];
}

export interface AskedWitnesses {
  answers: WitnessAnswer[];
  /** What silent ones showed all the same. */
  partial: string[];
  silent: SilentWitness[];
}

const PAGE_BYTES_MAX = 64 * 1024 * 1024;
const NOTE_BYTES_MAX = 1_000_000;
const TIMEOUT_MS = 5000;
const PAGES_MAX = 1000;
const NOTES_MAX = 500_000;
/** Of all its notes together. */
const CHARS_MAX = 256 * 1024 * 1024;
/** So many of its notes are checked for the witness's own cosignature before it counts as having answered. */
const NOTES_CHECKED = 64;

/** Asks all at once. */
export async function askWitnesses(
  witnesses: readonly WitnessAddress[],
  question: WitnessQuestion,
  guard: Guard,
): Promise<AskedWitnesses> {
  const asked: AskedWitnesses = { answers: [], partial: [], silent: [] };
  await Promise.all(
    witnesses.map(async ({ vkey, url }) => {
      const notes: string[] = [];
      try {
        const latest = await readCosigned(url, question, guard, notes);
        const witness = recognise(vkey === null ? question.expected : [vkey], notes, latest);
        asked.answers.push({ witness, notes });
      } catch (error) {
        asked.partial.push(...notes);
        asked.silent.push({ url, why: (error as Error).message });
      }
    }),
  );
  return asked;
}

/** Notes of the span, newest page first, into `notes`. Gives the newest checkpoint that it cosigned at all. */
async function readCosigned(
  url: string,
  { origin, fromSeconds, toSeconds }: WitnessQuestion,
  guard: Guard,
  notes: string[],
): Promise<string | null> {
  const place = `${url}/${placeOfOrigin(origin)}`;
  let until: number | null = toSeconds;
  let chars = 0;
  for (let page = 0; until !== null && until >= fromSeconds; page++) {
    if (page === PAGES_MAX || notes.length > NOTES_MAX) throw new Error('it shows more than can be read');
    const found: WitnessPage = await pageAt(`${place}/cosigned?from=${fromSeconds}&to=${until}`, guard);
    for (const { note } of found.checkpoints) {
      chars += note.length;
      if (chars > CHARS_MAX) throw new Error('it shows more than can be read');
      notes.push(note);
    }
    if (found.next !== null && found.next >= until) throw new Error('its pages do not go on');
    until = found.next;
  }
  const latest = await getBytes(`${place}/checkpoint`, { bytesMax: NOTE_BYTES_MAX, timeoutMs: TIMEOUT_MS }, guard);
  return latest && new TextDecoder().decode(latest);
}

interface WitnessPage {
  checkpoints: readonly { note: string }[];
  /** End of the span that holds the older ones; null where there are none. */
  next: number | null;
}

async function pageAt(url: string, guard: Guard): Promise<WitnessPage> {
  const bytes = await getBytes(url, { bytesMax: PAGE_BYTES_MAX, timeoutMs: TIMEOUT_MS }, guard);
  if (bytes === null) throw new Error('it does not watch this book');
  let page: Partial<WitnessPage> | null = null;
  try {
    page = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not JSON is not a page either.
  }
  const { checkpoints, next = null } = page ?? {};
  const isNext = next === null || Number.isSafeInteger(next);
  if (!Array.isArray(checkpoints) || !checkpoints.every((one) => typeof one?.note === 'string') || !isNext) {
    throw new Error('its answer is not a page of checkpoints');
  }
  return { checkpoints, next };
}

/** The key of the one that answered: each note that is looked at bears its cosignature, and there is one at least. */
function recognise(keys: readonly string[], notes: readonly string[], latest: string | null): string {
  const step = Math.max(1, Math.floor(notes.length / NOTES_CHECKED));
  const sample = notes.filter((_note, index) => index % step === 0);
  if (latest !== null) sample.push(latest);
  const witness = keys.find(
    (vkey) => sample.length > 0 && sample.every((note) => cosignaturesOf(note, [vkey]).length > 0),
  );
  if (witness !== undefined) return witness;
  const names = keys.map((vkey) => parseVerifierKey(vkey)?.name ?? vkey).join(', ');
  throw new Error(`it shows no checkpoint with a cosignature of ${names || 'a witness of this book'}`);
}

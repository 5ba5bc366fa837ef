/** Reads what witnesses published of a book between two times. */
import { cosignaturesOf, parseVerifierKey, placeOfOrigin, type WitnessAnswer } from '@tercet/fair';
import { shareOf, takeWait } from '../net/budget.ts';
import { getBytes } from '../net/get-bytes.ts';
import type { Guard } from '../net/guard.ts';
import type { WitnessAddress } from './options.ts';

/** A witness that did not answer in full, and the reason. */
export interface SilentWitness {
  url: string;
  why: string;
}

export interface WitnessQuestion {
  origin: string;
  /** Unix seconds, both included. */
  fromSeconds: number;
  toSeconds: number;
  /**
   * Verifier keys of the witnesses that the book's tables name. A witness at an address without a key must be one of
   * them.
   */
  expected: readonly string[];
}

export interface AskedWitnesses {
  answers: WitnessAnswer[];
  /** Notes of witnesses that did not answer in full. */
  partial: string[];
  silent: SilentWitness[];
}

const PAGE_BYTES_MAX = 64 * 1024 * 1024;
const NOTE_BYTES_MAX = 1_000_000;
const TIMEOUT_MS = 5000;
const PAGES_MAX = 1000;
/** Longest time for all pages of one witness. A slow witness must not use up the time of the whole check. */
const WITNESS_TIME_MS = 600_000;
const NOTES_MAX = 500_000;
/** Most characters in all notes of one witness. */
const CHARS_MAX = 256 * 1024 * 1024;
/** Notes sampled for the witness's own cosignature before its answer counts. */
const NOTES_CHECKED = 64;

/** Queries all witnesses in parallel. */
export async function askWitnesses(
  witnesses: readonly WitnessAddress[],
  question: WitnessQuestion,
  guard: Guard,
): Promise<AskedWitnesses> {
  const requested: AskedWitnesses = { answers: [], partial: [], silent: [] };
  await Promise.all(
    witnesses.map(async ({ vkey, url }) => {
      const notes: string[] = [];
      const own = shareIn(guard, url, witnesses.length);
      const beganMs = performance.now();
      try {
        const latest = await readCosigned(url, question, own, notes);
        const witness = recognise(vkey === null ? question.expected : [vkey], notes, latest);
        requested.answers.push({ witness, notes });
      } catch (error) {
        requested.partial.push(...notes);
        requested.silent.push({ url, why: (error as Error).message });
      } finally {
        if (own.budget !== undefined) takeWait(own.budget, performance.now() - beganMs);
      }
    }),
  );
  return requested;
}

/** The guard with the witness's share of the budget. A witness that wastes its share is silent; the others count. */
function shareIn(guard: Guard, url: string, count: number): Guard {
  return guard.budget === undefined ? guard : { ...guard, budget: shareOf(guard.budget, url, count) };
}

/** Appends the notes of the span to `notes`, newest page first. Returns the newest checkpoint that it ever cosigned. */
async function readCosigned(
  url: string,
  { origin, fromSeconds, toSeconds }: WitnessQuestion,
  guard: Guard,
  notes: string[],
): Promise<string | null> {
  const place = `${url}/${placeOfOrigin(origin)}`;
  let until: number | null = toSeconds;
  let chars = 0;
  const endsMs = performance.now() + Math.min(WITNESS_TIME_MS, guard.budget?.waitLeftMs ?? WITNESS_TIME_MS);
  for (let page = 0; until !== null && until >= fromSeconds; page++) {
    if (page === PAGES_MAX || notes.length > NOTES_MAX) throw new Error('it returned more checkpoints than the limit');
    if (performance.now() > endsMs) throw new Error('it did not return all checkpoints in time');
    const found: WitnessPage = await pageAt(`${place}/cosigned?from=${fromSeconds}&to=${until}`, guard);
    for (const { note } of found.checkpoints) {
      chars += note.length;
      if (chars > CHARS_MAX) throw new Error('it returned more checkpoints than the limit');
      notes.push(note);
    }
    if (found.next !== null && found.next >= until) throw new Error('its next page does not advance');
    until = found.next;
  }
  const latest = await getBytes(`${place}/checkpoint`, { bytesMax: NOTE_BYTES_MAX, timeoutMs: TIMEOUT_MS }, guard);
  return latest && new TextDecoder().decode(latest);
}

interface WitnessPage {
  checkpoints: readonly { note: string }[];
  /** End of the span for the next older page; null where there is none. */
  next: number | null;
}

async function pageAt(url: string, guard: Guard): Promise<WitnessPage> {
  const bytes = await getBytes(url, { bytesMax: PAGE_BYTES_MAX, timeoutMs: TIMEOUT_MS }, guard);
  if (bytes === null) throw new Error('it does not watch this book');
  let page: Partial<WitnessPage> | null = null;
  try {
    page = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Bytes that are not JSON are not a page either.
  }
  const { checkpoints, next = null } = page ?? {};
  const isNext = next === null || Number.isSafeInteger(next);
  if (!Array.isArray(checkpoints) || !checkpoints.every((one) => typeof one?.note === 'string') || !isNext) {
    throw new Error('its answer is not a page of checkpoints');
  }
  return { checkpoints, next };
}

/**
 * The key of the witness that answered: the one that cosigned every sampled note, of which there must be at least one.
 * Throws where no key did.
 */
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

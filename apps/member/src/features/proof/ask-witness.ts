import { cosignaturesOf } from '@tercet/fair';
import { readBytesFrom, readJsonFrom } from '../../api/shared/external-fetch.ts';
import type { PinnedWitness } from '../pins/pin-store.ts';

const PAGES_MAX = 50;

/** A query for a witness: the notes of one book between two times (Unix seconds, inclusive). */
export interface WitnessQuestion {
  /** Name of the book as witnesses publish it; see `placeOfOrigin`. */
  place: string;
  from: number;
  to: number;
}

/** `complete`: the witness answered in full, and every note bears its cosignature. */
export interface WitnessNotes {
  notes: readonly string[];
  complete: boolean;
}

/**
 * Reads the notes of a witness. Never throws: notes from an incomplete answer count as evidence, but `complete` is
 * false.
 */
export async function askWitness({ vkey, url }: PinnedWitness, question: WitnessQuestion): Promise<WitnessNotes> {
  const notes: string[] = [];
  try {
    await readAll(`${url}/${question.place}`, question, notes);
    // A witness that cosigned nothing in the span still proves that it follows this book.
    const newest = new TextDecoder().decode(await readBytesFrom(`${url}/${question.place}/checkpoint`));
    return { notes, complete: [...notes, newest].every((note) => cosignaturesOf(note, [vkey]).length > 0) };
  } catch {
    return { notes, complete: false };
  }
}

/** Pages come newest first; `next` is the end of the span for the next older page. */
async function readAll(address: string, { from, to }: WitnessQuestion, notes: string[]): Promise<void> {
  let until: number | null = to;
  for (let pages = 0; until !== null && until >= from; pages++) {
    if (pages === PAGES_MAX) throw new Error('more than can be read');
    const page = readPage(await readJsonFrom(`${address}/cosigned?from=${from}&to=${until}`));
    notes.push(...page.notes);
    if (page.next !== null && !(page.next < until)) throw new Error('its pages do not go on');
    until = page.next;
  }
}

function readPage(body: unknown): { notes: string[]; next: number | null } {
  const { checkpoints, next = null } = (body ?? {}) as { checkpoints?: unknown; next?: unknown };
  const isEnd = next === null || Number.isSafeInteger(next);
  if (!Array.isArray(checkpoints) || !isEnd) throw new Error('no page of checkpoints');
  const notes = checkpoints.map((one: { note?: unknown } | null) => {
    if (typeof one?.note !== 'string') throw new Error('a checkpoint without its note');
    return one.note;
  });
  return { notes, next: next as number | null };
}

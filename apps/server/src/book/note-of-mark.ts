import { type Checkpoint, checkpointText, formatNote } from '@tercet/fair';
import { BookFault } from './book-fault.ts';
import { inForce, type LogKey, type LogKeyRecord } from './log-key.ts';

/** The book as it was seen to be durable: so many entries, their root in hex, and when. */
export interface Mark {
  size: number;
  root: string;
  atMs: number;
}

/** Signed by each of our keys that was in force at the mark's time: by what is written down, so always the same. */
export function noteOf(origin: string, mark: Mark, keys: readonly LogKey[], records: readonly LogKeyRecord[]): string {
  const ruling = inForce(records, mark.atMs);
  const signers = keys.filter(({ vkey }) => ruling.some((record) => record.vkey === vkey));
  if (!signers.some(({ vkey }) => vkey === ruling.at(-1)?.vkey)) {
    throw new BookFault('the key that signs the book is not in this folder: another one never signs it');
  }
  const text = checkpointText(checkpointOf(origin, mark));
  return formatNote(
    text,
    signers.map((key) => key.signLine(text)),
  );
}

export function checkpointOf(origin: string, { size, root }: Omit<Mark, 'atMs'>): Checkpoint {
  return { origin, size, root };
}

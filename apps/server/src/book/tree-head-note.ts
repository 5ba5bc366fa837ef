import { type Checkpoint, checkpointText, formatNote } from '@tercet/fair';
import { BookFault } from './book-fault.ts';
import { inForce, type LogKey, type LogKeyRecord } from './log-key.ts';

/** A durable state of the book: number of entries, root in hex, and time. */
export interface TreeHead {
  size: number;
  root: string;
  atMs: number;
}

/** Note of a tree head, signed by each of our keys in force at its time. Deterministic. */
export function noteOf(
  origin: string,
  treeHead: TreeHead,
  keys: readonly LogKey[],
  records: readonly LogKeyRecord[],
): string {
  const ruling = inForce(records, treeHead.atMs);
  const signers = keys.filter(({ vkey }) => ruling.some((record) => record.vkey === vkey));
  if (!signers.some(({ vkey }) => vkey === ruling.at(-1)?.vkey)) {
    throw new BookFault('the keys folder lacks the key that signs the book; no other key may sign it');
  }
  const text = checkpointText(checkpointOf(origin, treeHead));
  return formatNote(
    text,
    signers.map((key) => key.signLine(text)),
  );
}

export function checkpointOf(origin: string, { size, root }: Omit<TreeHead, 'atMs'>): Checkpoint {
  return { origin, size, root };
}

import { join } from 'node:path';
import { type Checkpoint, checkpointText, parseCheckpointText } from '@tercet/fair';
import { readIfThere, replaceDurably } from '../process/durable-file.ts';

/**
 * File with the last signature of a folder's keys. A restored backup of the database may be older; the keys must not
 * sign a second history then.
 */
const FILE = 'book-signed';

/** Reads the record. Null before the first signature. Throws on an unreadable file: nothing may be signed then. */
export async function readSigned(folder: string): Promise<Checkpoint | null> {
  const text = await readIfThere(join(folder, FILE));
  if (text === null) return null;
  const checkpoint = parseCheckpointText(text);
  if (!checkpoint) throw new Error(`the file ${FILE} beside the book's key is malformed`);
  return checkpoint;
}

/** Writes the record durably. Call it before anyone sees the signature. */
export function writeSigned(folder: string, checkpoint: Checkpoint): Promise<void> {
  return replaceDurably(join(folder, FILE), checkpointText(checkpoint));
}

import { join } from 'node:path';
import { type Checkpoint, checkpointText, parseCheckpointText } from '@tercet/fair';
import { readIfThere, replaceDurably } from '../process/durable-file.ts';

/**
 * What the keys of a folder signed last, in a file beside them. A database can be put back to an earlier state; the
 * keys must not sign a second history after that.
 */
const FILE = 'book-signed';

/** Null where nothing was signed yet. Throws on a file that cannot be understood: nothing may be signed then. */
export async function readSigned(folder: string): Promise<Checkpoint | null> {
  const text = await readIfThere(join(folder, FILE));
  if (text === null) return null;
  const checkpoint = parseCheckpointText(text);
  if (!checkpoint) throw new Error(`the file ${FILE} beside the book's key cannot be understood`);
  return checkpoint;
}

/** Durable when it returns: to be called before anybody sees the signature. */
export function writeSigned(folder: string, checkpoint: Checkpoint): Promise<void> {
  return replaceDurably(join(folder, FILE), checkpointText(checkpoint));
}

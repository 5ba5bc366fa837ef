import { parseNote } from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import { cosignatureLines, keepCosignatures } from './policy.ts';
import type { WitnessLink } from './witness.ts';

/**
 * Asks witnesses what they cosigned between two moments (unix seconds), and keeps what we had not heard of: an answer
 * may be lost, and they publish at once. Returns the faults of those who gave no proper answer.
 */
export async function askWitnesses(
  db: Db,
  links: readonly WitnessLink[],
  origin: string,
  span: { from: number; to: number },
  signal?: AbortSignal,
): Promise<Error[]> {
  const answers = await Promise.allSettled(
    links.map(async (link) => {
      for (const note of await link.cosigned(origin, span, signal)) await keepPublished(db, link, note);
    }),
  );
  return answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [new Error(`witness ${links[index]?.url}`, { cause: answer.reason })] : [],
  );
}

/** A cosignature counts for the text that it signs: only what is ours to the byte is kept. */
async function keepPublished(db: Db, { vkey }: WitnessLink, published: string): Promise<void> {
  const signed = parseNote(published);
  const size = Number(signed?.text.split('\n')[1]);
  if (!signed || !Number.isSafeInteger(size)) return;
  const own = await db.selectFrom('book.checkpoint').select('note').where('size', '=', BigInt(size)).executeTakeFirst();
  if (!own || parseNote(own.note)?.text !== signed.text) return;
  const found = cosignatureLines(own.note, published.slice(signed.text.length + 1).split('\n'), vkey);
  if (found.length > 0) await keepCosignatures(db, size, found);
}

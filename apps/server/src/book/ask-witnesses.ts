import { parseNote } from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import { cosignatureLines, keepCosignatures } from './policy.ts';
import type { WitnessLink } from './witness.ts';

/**
 * Asks witnesses for cosignatures they made between two moments (Unix seconds), and stores unknown ones. Their first
 * response may have been lost, but they publish cosignatures at once. Returns one error per witness without a valid
 * answer.
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

/** Stores published cosignatures. A cosignature covers the exact text, so the text must match ours byte for byte. */
async function keepPublished(db: Db, { vkey }: WitnessLink, published: string): Promise<void> {
  const signed = parseNote(published);
  const size = Number(signed?.text.split('\n')[1]);
  if (!signed || !Number.isSafeInteger(size)) return;
  const own = await db.selectFrom('book.checkpoint').select('note').where('size', '=', BigInt(size)).executeTakeFirst();
  if (!own || parseNote(own.note)?.text !== signed.text) return;
  const found = cosignatureLines(own.note, published.slice(signed.text.length + 1).split('\n'), vkey);
  if (found.length > 0) await keepCosignatures(db, size, found);
}

import type { Db } from '../../../db/pool.ts';
import { readShownDraw } from '../../../draw/evidence/book-evidence.ts';
import { evidenceStamp } from '../../../draw/evidence/evidence-stamp.ts';
import type { PeriodState } from '../../../draw/period-state.ts';
import { periodOf } from '../../../draw/periods.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import { createSingleFlight } from '../../../process/single-flight.ts';
import { answerProof } from '../../shared/answers.ts';
import { type CachedAnswer, cacheAnswer } from '../../shared/cached-answer.ts';
import { findRuledDraw } from '../../shared/draw-ids.ts';
import { createLruCache } from '../../shared/lru-cache.ts';
import { DrawProofAnswer } from '../../shared/shapes.ts';

/** Cache size per process; a draw takes about ten kilobytes. */
const BYTES_MAX = 32 * 1_024 * 1_024;
/** States in which nothing depends on the clock any more. The stamp covers what can still change. */
const SETTLED: ReadonlySet<PeriodState> = new Set(['settled', 'void', 'returned']);

export interface CachedDraw {
  answer: CachedAnswer;
  /** True if it was read from the database, which costs six times as much. */
  isAnew: boolean;
}

/**
 * Reads a draw's full proof by its id; null for an unknown draw. Settled draws are cached in memory. A cached draw is
 * read again once its stamp changes (`evidence-stamp.ts`), so that nobody sees less than the book has.
 */
export function createDrawCache({ db, catalogue }: { db: Db; catalogue(): Catalogue }) {
  const cached = createLruCache<{ answer: CachedAnswer; stamp: string }>(BYTES_MAX);

  return createSingleFlight(async (drawId): Promise<CachedDraw | null> => {
    const found = findRuledDraw(catalogue(), drawId);
    if (!found) return null;
    const place = periodOf(found.lottery, found.period);
    const stamp = await evidenceStamp(db, place);
    const known = cached.get(drawId);
    if (known?.stamp === stamp) return { answer: known.answer, isAnew: false };
    const shown = await readShownDraw(db, found.lottery, found.period);
    if (!shown) return null;
    const proof = answerProof(shown.evidence, shown.book);
    const answer = cacheAnswer(JSON.stringify(DrawProofAnswer.parse(proof)));
    // Size of the answer with its compressed forms.
    if (SETTLED.has(proof.state)) cached.put(drawId, { answer, stamp }, 2 * answer.bytes.length);
    return { answer, isAnew: true };
  });
}

import type { Db } from '../../../db/pool.ts';
import { readShownDraw } from '../../../draw/book-evidence.ts';
import { evidenceStamp } from '../../../draw/evidence-stamp.ts';
import { periodOf } from '../../../draw/periods.ts';
import type { PeriodState } from '../../../draw/state.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import { createSingleFlight } from '../../../process/single-flight.ts';
import { answerProof } from '../../shared/answers.ts';
import { createBoundedStore } from '../../shared/bounded-store.ts';
import { findRuledDraw } from '../../shared/draw-ids.ts';
import { type KeptAnswer, keepAnswer } from '../../shared/kept-answer.ts';
import { DrawProofAnswer } from '../../shared/shapes.ts';

/** Of one process; a draw takes some ten kilobytes. */
const BYTES_MAX = 32 * 1_024 * 1_024;
/** In these nothing follows the clock any more: what can still change is in the stamp. */
const SETTLED: ReadonlySet<PeriodState> = new Set(['settled', 'void', 'returned']);

export interface KeptDraw {
  answer: KeptAnswer;
  /** Whether it had to be read from the database, which costs six times as much. */
  isAnew: boolean;
}

/**
 * Reads all that is needed to check a draw, by its id. A settled one is kept in memory, and is read anew as soon as
 * anything of it can be another (`evidence-stamp.ts`): nobody is shown less than the book has. Null for no such draw.
 */
export function keepDraws({ db, catalogue }: { db: Db; catalogue(): Catalogue }) {
  const kept = createBoundedStore<{ answer: KeptAnswer; stamp: string }>(BYTES_MAX);

  return createSingleFlight(async (drawId): Promise<KeptDraw | null> => {
    const found = findRuledDraw(catalogue(), drawId);
    if (!found) return null;
    const place = periodOf(found.lottery, found.period);
    const stamp = await evidenceStamp(db, place);
    const known = kept.get(drawId);
    if (known?.stamp === stamp) return { answer: known.answer, isAnew: false };
    const shown = await readShownDraw(db, found.lottery, found.period);
    if (!shown) return null;
    const proof = answerProof(shown.evidence, shown.book);
    const answer = keepAnswer(JSON.stringify(DrawProofAnswer.parse(proof)));
    // Itself and its shorter forms.
    if (SETTLED.has(proof.state)) kept.put(drawId, { answer, stamp }, 2 * answer.bytes.length);
    return { answer, isAnew: true };
  });
}

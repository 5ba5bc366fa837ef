/** Checks what the club shows of each draw beside its book, as a member's phone does. */
import { EXIT_CODES } from '@tercet/fair';
import { type CheckContext, createCheckContext } from '../check/check-context.ts';
import { checkShown } from '../check/draw.ts';
import { refuseBeyondLimits } from '../check/limits.ts';
import { missing, missingSentence, refutations } from '../check/sentences.ts';
import { openBudget } from '../net/budget.ts';
import type { Condition } from './alarm.ts';

/** Draws that wait for a check, with the number of attempts. */
export type WaitingDraws = readonly [drawId: string, attempts: number][];

export interface ShownDraws {
  checked: number;
  found: Condition[];
  waiting: WaitingDraws;
}

/** Draws in one step, and the time after which no other draw is begun. A witness may be slow at each of them. */
const DRAWS_MAX = 20;
const DRAWS_MS_MAX = 30_000;
/** What witnesses and relays may take for one draw. Half of the time is waited for a witness. */
const OTHERS = { requestsMax: 10_000, bytesMax: 1024 ** 3, timeMs: 60_000 };
/** Reasons that depend on the witnesses whom the reader named, and on their answers. */
const OF_READER: ReadonlySet<string> = new Set(['witness-silent', 'other-witnesses']);
/** Attempts before a draw that is not shown in full is reported. */
const ATTEMPTS_MAX = 5;

export async function checkShownDraws(
  asking: CheckContext,
  waiting: WaitingDraws,
  timeMs = DRAWS_MS_MAX,
): Promise<ShownDraws> {
  const result: ShownDraws = { checked: 0, found: [], waiting: waiting.slice(DRAWS_MAX) };
  const again: [string, number][] = [];
  const endsMs = performance.now() + timeMs;
  for (const [drawId, attempts] of waiting.slice(0, DRAWS_MAX)) {
    if (performance.now() >= endsMs) {
      again.push([drawId, attempts]);
      continue;
    }
    const { state, text } = await judge(asking, drawId);
    if (state === 'ok') result.checked += 1;
    else if (state === 'refuted') result.found.push(shownDraw('draw-refuted', drawId, text));
    else if (attempts + 1 < ATTEMPTS_MAX) again.push([drawId, attempts + 1]);
    else result.found.push(shownDraw('draw-not-shown', drawId, text));
  }
  return { ...result, waiting: [...result.waiting, ...again] };
}

function shownDraw(code: 'draw-refuted' | 'draw-not-shown', drawId: string, text: string): Condition {
  const kind = code === 'draw-refuted' ? 'breach' : 'missing';
  return { id: `${code}/${drawId}`, kind, code, subject: drawId, seq: null, text };
}

interface Judgement {
  state: 'ok' | 'refuted' | 'open';
  text: string;
}

async function judge({ options, surroundings, club }: CheckContext, drawId: string): Promise<Judgement> {
  const context = createCheckContext({ ...options, what: 'draw', target: drawId }, surroundings, club?.address ?? null);
  const asking = { ...context, guard: { ...context.guard, budget: openBudget(OTHERS) } };
  try {
    const checked = await checkShown(asking);
    const { verdict, steps, missing: gaps } = checked.found;
    refuseBeyondLimits(context.guard.budget, { exitCode: EXIT_CODES[verdict] });
    if (verdict === 'breach') return { state: 'refuted', text: refutations(steps).join(' ') };
    const [gap] = gaps.filter(({ reason }) => !OF_READER.has(reason));
    // The book has the draw, so its page must have it too.
    if (gap === undefined && verdict !== 'pending' && verdict !== 'overdue') return { state: 'ok', text: '' };
    const text = gap === undefined ? missing('the draw that is in the book', 'house') : missingSentence(gap);
    return { state: 'open', text };
  } catch (error) {
    return { state: 'open', text: (error as Error).message };
  }
}

import { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { readPlaySums } from '../../lottery/play.ts';
import type { MembersDeps } from '../../members/deps.ts';
import { exclusionOf } from '../../members/exclusions.ts';
import { DEPOSIT_HOURS, LIMIT_KINDS, type LimitKind } from '../../members/limit-kinds.ts';
import { reviewAt } from '../../members/limit-review.ts';
import { readLimits } from '../../members/limits.ts';
import { toppedUpWithin } from '../../payments/top-up-room.ts';
import { Refusal } from '../../refusal.ts';

const Value = z
  .string()
  .regex(/^\d+$/)
  .nullable()
  .describe('Minor units or, of session and check, minutes; null: none');

export const KindValue = z.enum(LIMIT_KINDS);
/** What is no whole number is refused by its name, not as a broken form. */
export const TypedValue = z.string().max(20).nullable();

export const LimitsAnswer = z.object({
  limits: z.array(
    z.object({
      kind: KindValue,
      value: Value,
      usedMinor: z.string().nullable().describe('What counts against it now; null where nothing is counted'),
      setAtMs: z.number().nullable(),
      asked: z
        .object({ id: z.uuid(), value: Value, askedAtMs: z.number(), confirmableAtMs: z.number() })
        .nullable()
        .describe('A looser value that was asked for: it takes a second yes from then on'),
    }),
  ),
  exclusion: z
    .object({ kind: z.enum(['time-out', 'self-exclusion']), fromMs: z.number(), untilMs: z.number() })
    .nullable(),
  reviewAtMs: z.number().nullable().describe('When to look at them again; null where none was ever set'),
});
z.globalRegistry.add(LimitsAnswer, { id: 'Limits' });

const WHOLE = /^(0|[1-9]\d{0,17})$/;

/** Throws `bad-amount`. */
export function readValue(text: string | null): bigint | null {
  if (text === null) return null;
  if (!WHOLE.test(text)) throw new Refusal('bad-amount', {}, { value: 'bad-amount' });
  return BigInt(text);
}

export async function answerLimits({ db }: MembersDeps, identity: Identity): Promise<z.infer<typeof LimitsAnswer>> {
  const { used, limits, exclusion, review } = await transaction(db, async ({ q }) => ({
    limits: await readLimits(q, identity),
    used: await readUsed(q, identity),
    exclusion: await exclusionOf(q, identity),
    review: await reviewAt(q, identity),
  }));
  return {
    limits: limits.map(({ kind, value, setAt, asked }) => ({
      kind,
      value: inText(value),
      usedMinor: inText(used.get(kind) ?? null),
      setAtMs: setAt?.getTime() ?? null,
      asked: asked && {
        id: asked.id,
        value: inText(asked.value),
        askedAtMs: asked.askedAt.getTime(),
        confirmableAtMs: asked.confirmableAt.getTime(),
      },
    })),
    exclusion: exclusion && {
      kind: exclusion.kind,
      fromMs: exclusion.from.getTime(),
      untilMs: exclusion.until.getTime(),
    },
    reviewAtMs: review?.getTime() ?? null,
  };
}

type Queries = Parameters<typeof readLimits>[0];

/** What counts against each limit that counts; one who has won more than he staked has lost nothing. */
async function readUsed(q: Queries, identity: Identity): Promise<Map<LimitKind, bigint>> {
  const { stakedDay, lostDay, lostWeek, lostMonth } = await readPlaySums(q, identity);
  const used = new Map<LimitKind, bigint>([
    ['stake-day', stakedDay],
    ['loss-day', lostDay],
    ['loss-week', lostWeek],
    ['loss-month', lostMonth],
  ]);
  for (const [kind, sum] of used) if (sum < 0n) used.set(kind, 0n);
  for (const [kind, hours] of Object.entries(DEPOSIT_HOURS)) {
    used.set(kind as LimitKind, await toppedUpWithin(q, identity, hours));
  }
  return used;
}

function inText(value: bigint | null): string | null {
  return value === null ? null : String(value);
}

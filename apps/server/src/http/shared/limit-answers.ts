import { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { readPlaySums } from '../../lottery/play-session.ts';
import type { MembersDeps } from '../../members/deps.ts';
import { endRequestOf } from '../../members/limits/end-exclusion.ts';
import { exclusionOf } from '../../members/limits/exclusion-in-force.ts';
import { EXCLUSION_MONTHS } from '../../members/limits/exclusions.ts';
import { DEPOSIT_HOURS, isInMinutes, LIMIT_KINDS, type LimitKind } from '../../members/limits/limit-kinds.ts';
import { promptedAt } from '../../members/limits/limit-prompt.ts';
import { reviewAt } from '../../members/limits/limit-review.ts';
import { readLimits } from '../../members/limits/limits.ts';
import { toppedUpWithin } from '../../payments/top-ups/top-up-limits.ts';
import { Refusal } from '../../refusal.ts';
import { INDICATOR_KINDS, INDICATOR_LEVELS } from '../../risk/indicators.ts';
import type { OwnSigns } from '../../risk/own-signs.ts';
import { signOf } from '../../risk/signs-json.ts';

const Value = z
  .string()
  .regex(/^\d+$/)
  .nullable()
  .describe('Minor units or, of session and check, minutes; null: none');

export const KindValue = z.enum(LIMIT_KINDS);
/**
 * A limit's value as text; null for no limit. `readValue` refuses anything but a whole number with `bad-amount`.
 */
export const TypedValue = z.string().max(20).nullable();

/** Of a self-exclusion. */
export const Months = z
  .union(EXCLUSION_MONTHS.map((months) => z.literal(months)))
  .nullable()
  .describe('Months before its end may be requested; null: it never ends');

/** Meaning of an exclusion's end. */
export const UNTIL_TEXT =
  'End of a time-out. From then on the end of a self-exclusion may be requested; null: it never ends';

export const LimitsAnswer = z.object({
  limits: z.array(
    z.object({
      kind: KindValue,
      value: Value,
      usedMinor: z.string().nullable().describe('Current use of the limit; null if nothing is counted'),
      leftMinor: z.string().nullable().describe('Room left under the limit; null without one, and for minutes'),
      setAtMs: z.number().nullable(),
      asked: z
        .object({
          id: z.uuid(),
          value: Value,
          askedAtMs: z.number(),
          confirmableAtMs: z.number(),
          confirmableUntilMs: z.number(),
        })
        .nullable()
        .describe('Request for a looser value, and the time from which it can be confirmed; null without one'),
    }),
  ),
  exclusion: z
    .object({
      kind: z.enum(['time-out', 'self-exclusion']),
      fromMs: z.number(),
      untilMs: z.number().nullable().describe(UNTIL_TEXT),
      endRequest: z
        .object({
          id: z.uuid(),
          requestedAtMs: z.number(),
          confirmableAtMs: z.number(),
          confirmableUntilMs: z.number(),
        })
        .nullable()
        .describe('Request to end the self-exclusion, and when it can be confirmed; null without one'),
    })
    .nullable(),
  reviewAtMs: z.number().nullable().describe('Time of the next limits review; null if no limit was ever set'),
  promptedAtMs: z
    .number()
    .nullable()
    .describe('Time of the answer to the prompt before the first top-up; null: none yet'),
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
  const { counted, limits, exclusion, review, prompted } = await transaction(db, async ({ q }) => ({
    limits: await readLimits(q, identity),
    counted: await readCounted(q, identity),
    exclusion: await readExclusion(q, identity),
    review: await reviewAt(q, identity),
    prompted: await promptedAt(q, identity),
  }));
  return {
    limits: limits.map(({ kind, value, setAt, asked: requested }) => ({
      kind,
      value: inText(value),
      usedMinor: inText(notBelowZero(counted.get(kind) ?? null)),
      leftMinor: inText(leftOf(kind, value, counted)),
      setAtMs: setAt?.getTime() ?? null,
      asked: requested && {
        id: requested.id,
        value: inText(requested.value),
        askedAtMs: requested.askedAt.getTime(),
        confirmableAtMs: requested.confirmableAt.getTime(),
        confirmableUntilMs: requested.confirmableUntil.getTime(),
      },
    })),
    exclusion,
    reviewAtMs: review?.getTime() ?? null,
    promptedAtMs: prompted?.getTime() ?? null,
  };
}

type Queries = Parameters<typeof readLimits>[0];

async function readExclusion(q: Queries, identity: Identity): Promise<z.infer<typeof LimitsAnswer>['exclusion']> {
  const exclusion = await exclusionOf(q, identity);
  if (exclusion === null) return null;
  const request = await endRequestOf(q, identity, exclusion);
  return {
    kind: exclusion.kind,
    fromMs: exclusion.from.getTime(),
    untilMs: exclusion.until?.getTime() ?? null,
    endRequest: request && {
      id: request.id,
      requestedAtMs: request.requestedAt.getTime(),
      confirmableAtMs: request.confirmableAt.getTime(),
      confirmableUntilMs: request.confirmableUntil.getTime(),
    },
  };
}

/**
 * What counts against each limit that has a sum, in minor units. A member who won more than they staked has a negative
 * loss.
 */
async function readCounted(q: Queries, identity: Identity): Promise<Map<LimitKind, bigint>> {
  const { stakedDay, lostDay, lostWeek, lostMonth } = await readPlaySums(q, identity);
  const counted = new Map<LimitKind, bigint>([
    ['stake-day', stakedDay],
    ['loss-day', lostDay],
    ['loss-week', lostWeek],
    ['loss-month', lostMonth],
  ]);
  for (const [kind, hours] of Object.entries(DEPOSIT_HOURS)) {
    counted.set(kind as LimitKind, await toppedUpWithin(q, identity, hours));
  }
  return counted;
}

/**
 * The rest of a limit in minor units; null if there is none. Winnings may be staked again, so a negative loss leaves
 * more than the limit.
 */
function leftOf(kind: LimitKind, value: bigint | null, counted: ReadonlyMap<LimitKind, bigint>): bigint | null {
  if (value === null || isInMinutes(kind)) return null;
  return notBelowZero(value - (counted.get(kind) ?? 0n));
}

function notBelowZero(minor: bigint | null): bigint | null {
  return minor !== null && minor < 0n ? 0n : minor;
}

function inText(value: bigint | null): string | null {
  return value === null ? null : String(value);
}

const Millis = z.number().int();

export const SignAnswer = z.object({
  kind: z.enum(INDICATOR_KINDS),
  level: z.enum(INDICATOR_LEVELS),
  figure: z.string().describe('Minor units for `spend`, minutes for `time`, else a count'),
  usual: z
    .string()
    .nullable()
    .describe(
      'The member’s usual week; for `chasing` the lost bets that another bet followed; null where there is none',
    ),
});
z.globalRegistry.add(SignAnswer, { id: 'PlaySign' });

export const SignsAnswer = z.object({
  assessedAtMs: Millis.nullable().describe(
    'Of the last look at the member’s history, at most once a day; null before it',
  ),
  timeZone: z.string().describe('IANA name of the time zone in which nights are counted'),
  signs: z.array(SignAnswer.extend({ sinceMs: Millis })),
});

export function answerSigns({ assessedAt, timeZone, signs }: OwnSigns): z.infer<typeof SignsAnswer> {
  return {
    assessedAtMs: assessedAt?.getTime() ?? null,
    timeZone,
    signs: signs.map(({ since, ...sign }) => ({ ...signOf(sign), sinceMs: since.getTime() })),
  };
}

export const SuggestionAnswer = z.object({
  id: z.uuid(),
  kind: KindValue,
  value: z.string().describe('Minor units or, of session and check, minutes'),
  atMs: Millis,
  expiresAtMs: Millis,
});
z.globalRegistry.add(SuggestionAnswer, { id: 'LimitSuggestion' });

import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Amount = z
  .string()
  .regex(/^\d{1,18}$/, 'is no whole number of minor units, as text')
  .transform(BigInt);
const Key = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
const Name = z.string().trim().min(1).max(200);

/** Initial data of a house for real money. Amounts are decimal text in minor units of its currency. */
const Plan = z.strictObject({
  name: Name,
  /** Permanent name of the book: a host of the house and a path. */
  origin: z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}(\/[a-z0-9/_-]+)?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  locale: z.string().min(2),
  supportHours: Name,
  rule: z.strictObject({
    withdrawalMin: Amount,
    withdrawalMax: Amount,
    withdrawalsPerDay: z.number().int().min(1),
    reviewFrom: Amount,
    twoPeopleFrom: Amount,
    topUpMin: Amount,
    topUpMax: Amount,
    topUpDayMax: Amount.nullable(),
    usualSeconds: z.number().int().min(1),
    fastestSeconds: z.number().int().min(1),
  }),
  banks: z.array(z.strictObject({ code: Key, name: Name, country: z.string().regex(/^[A-Z]{2}$/) })).min(1),
  classes: z.array(z.strictObject({ key: Key, name: Name })).min(1),
  lotteries: z
    .array(
      z.strictObject({
        key: Key,
        class: Key,
        name: Name,
        description: z.string().max(200),
        icon: Key,
        periodSeconds: z.number().int().min(30),
        hot: z.boolean(),
        minBalance: Amount,
      }),
    )
    .min(1),
  /** Applies to all first tables. `return` is the payout in 1/10,000 of fair odds; the rest are limits. */
  tables: z.strictObject({
    return: z.number().int().min(1).max(10_000),
    stakeMin: Amount,
    stakeMax: Amount,
    slipMax: Amount,
    memberCap: Amount,
    periodCap: Amount,
  }),
});

export type LivePlan = z.infer<typeof Plan>;

/** Reads a plan. Throws an error of one line with the file, the place in it and the fault. */
export async function readLivePlan(path: string): Promise<LivePlan> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
  const parsed = Plan.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`${path}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`);
}

import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { type SlipPlace, slipPlaces } from '../../draw/slips/slip-places.ts';
import type { Account } from '../../ledger/lock.ts';
import { readStatement } from '../../ledger/statement.ts';
import type { StatementFilter, StatementLine } from '../../ledger/statement-lines.ts';
import { LEDGER_KINDS } from '../../ledger/transfer-kinds.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import { topUpsOfPayments } from '../../payments/top-ups/top-ups-of-payments.ts';
import { SLIP_KINDS } from '../../statement/describe.ts';
import { Minor, page } from './shapes.ts';

/** Cursor of a statement: microseconds (of this century at most), act and kind of the page's last line. */
export const STATEMENT_CURSOR = new RegExp(
  `^[0-3]?\\d{1,15}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}~(${LEDGER_KINDS.join('|')})$`,
);

const LineAnswer = z.object({
  id: z.string(),
  ref: z.uuid(),
  kind: z.enum(LEDGER_KINDS),
  atMs: z.number().int(),
  amountMinor: Minor.describe('Signed change of the available balance'),
  heldMinor: Minor.describe('Signed change of the held balance'),
  balanceAfterMinor: Minor.describe('Available balance after the transfer, regardless of the filter'),
  heldAfterMinor: Minor,
  of: z
    .discriminatedUnion('what', [
      z.object({
        what: z.literal('slip'),
        id: z.uuid(),
        lotteryKey: z.string(),
        lotteryName: z.string(),
        icon: z.string(),
        period: z.number().int(),
      }),
      z.object({ what: z.literal('top-up'), id: z.uuid() }),
      z.object({ what: z.literal('withdrawal'), id: z.uuid() }),
    ])
    .nullable()
    .describe('Id of the slip, top-up or other cause'),
});

export const StatementAnswer = page(LineAnswer).extend({
  sums: z
    .object({ inMinor: Minor, outMinor: Minor })
    .nullable()
    .describe('Sums of all filtered transfers into and out of the available balance; null without a filter'),
});

/** A page of a member's statement. Each line names its slip, top-up or withdrawal, if any. */
export async function answerStatement(
  deps: { db: Db; catalogue: () => Catalogue },
  account: Account,
  query: StatementFilter & { limit: number; cursor?: string },
): Promise<z.infer<typeof StatementAnswer>> {
  const { items, sums, ...rest } = await readStatement(deps.db, account, query);
  const places = await placesOf(deps.db, deps, account, items);
  const payments = items.filter(({ kind }) => kind === 'top-up' || kind === 'correction');
  const topUps = await topUpsOfPayments(
    deps.db,
    account,
    payments.map(({ ref }) => ref),
  );
  return {
    ...rest,
    sums: sums && { inMinor: String(sums.in), outMinor: String(sums.out) },
    items: items.map((line) => answerLine(line, places.get(line.ref), topUps.get(line.ref))),
  };
}

function answerLine(
  line: StatementLine,
  place: SlipPlace | undefined,
  topUpId: string | undefined,
): z.infer<typeof LineAnswer> {
  return {
    id: `${line.ref}/${line.kind}`,
    ref: line.ref,
    kind: line.kind,
    atMs: line.atMs,
    amountMinor: String(line.availableDelta),
    heldMinor: String(line.heldDelta),
    balanceAfterMinor: String(line.availableAfter),
    heldAfterMinor: String(line.heldAfter),
    of: actOf(line, place, topUpId),
  };
}

function actOf(
  { ref, heldFor }: StatementLine,
  place: SlipPlace | undefined,
  topUpId: string | undefined,
): z.infer<typeof LineAnswer>['of'] {
  if (place) {
    const { key, name, icon } = place.lottery;
    return { what: 'slip', id: ref, lotteryKey: key, lotteryName: name, icon, period: place.period };
  }
  if (topUpId !== undefined) return { what: 'top-up', id: topUpId };
  return heldFor === 'withdrawal' ? { what: 'withdrawal', id: ref } : null;
}

/** Draws of the slips that the lines belong to, by the lines' `ref`. */
export function placesOf(
  q: Parameters<typeof slipPlaces>[0],
  deps: { catalogue(): Catalogue },
  identity: Account,
  lines: readonly StatementLine[],
): Promise<Map<string, SlipPlace>> {
  return slipPlaces(
    q,
    deps.catalogue(),
    identity,
    lines.filter(({ kind }) => SLIP_KINDS.has(kind)),
  );
}

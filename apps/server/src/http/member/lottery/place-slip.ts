import { BETS, multiplierList, type Stake } from '@tercet/fair';
import { z } from 'zod';
import { ofMember } from '../../../db/member-rows.ts';
import { findReceipt } from '../../../draw/slips/receipts.ts';
import { findSlip } from '../../../draw/slips/slip-records.ts';
import type { Identity } from '../../../identity.ts';
import { type Catalogue, tableOf } from '../../../lottery/catalogue.ts';
import { localizedCatalogue } from '../../../lottery/localized-catalogue.ts';
import { type PlacedSlip, placeSlip } from '../../../lottery/place-slip.ts';
import { leafDataOf } from '../../../lottery/slip.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { answerReceipt, answerSlip, keyOf, signReceipt } from '../../shared/answers.ts';
import { findDraw } from '../../shared/draw-ids.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { BetCode, PlacedAnswer, SLIP_KEY } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';

const STAKE_DIGITS_MAX = 16;

const Body = z.strictObject({
  drawId: z.string().max(64),
  tableHash: z.string().length(64),
  selections: z
    .array(z.strictObject({ bet: BetCode, stakeMinor: z.string().max(STAKE_DIGITS_MAX) }))
    .max(BETS.length + 1),
});

const Headers = z.object({ 'idempotency-key': z.string().max(200).optional() });
const WHOLE = /^[1-9]\d*$/;

type Deps = Pick<MemberDeps, 'slips' | 'receiptKeys' | 'signer' | 'db' | 'onBalance'>;

/** The hot path: one database call, shared with slips that arrive at the same time. */
export function placeSlipRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/slips',
    config: { access: 'member', sessionCheckedInCall: true },
    bodyLimit: 8_192,
    schema: {
      tags: ['slips'],
      summary: 'Place a slip, all bets or none: once for each Idempotency-Key',
      headers: Headers,
      body: Body,
      response: { 201: PlacedAnswer, ...PROBLEMS },
    },
    // Tests validate this answer against its schema. Validation per slip would cost as much as placing it.
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const key = request.headers['idempotency-key'] ?? '';
      if (!SLIP_KEY.test(key)) throw new Refusal('key-needed');
      const selections = request.body.selections.map(readStake);
      const { drawId, tableHash } = request.body;
      const draw = findDraw(deps.slips.catalogue(), drawId);
      if (!draw) throw new Refusal('not-found');
      // Check before money moves: a bet without a verifiable receipt is refused.
      const table = tableOf(draw.lottery, draw.period);
      if (table) keyOf(deps.receiptKeys, table.entry.receipt_key);
      const placed = await placeSlip(deps.slips, identity, tableHash, { key, drawId, selections });
      reply.code(201);
      const catalogue = localizedCatalogue(deps.slips.catalogue(), request.headers['accept-language']);
      if (placed.verdict.code === 'replayed') return replay({ ...deps, catalogue }, identity, key);
      const answer = await answerPlaced(deps, identity, placed);
      const name = catalogue.byKey.get(answer.slip.lotteryKey)?.name ?? answer.slip.lotteryName;
      return { ...answer, slip: { ...answer.slip, lotteryName: name } };
    },
  });
}

function readStake({ bet, stakeMinor }: { bet: Stake['bet']; stakeMinor: string }): Stake {
  if (!WHOLE.test(stakeMinor)) throw new Refusal('bad-amount', { bet });
  return { bet, stakeMinor: BigInt(stakeMinor) };
}

async function answerPlaced(deps: Deps, identity: Identity, { prepared, verdict }: PlacedSlip) {
  const { acceptedMs, availableMinor } = verdict;
  const leafData = leafDataOf(prepared, acceptedMs);
  deps.onBalance(identity, availableMinor);
  const { receipt_key: publicKey } = prepared.table.entry;
  const signature = await (publicKey === deps.signer.publicKey
    ? deps.signer.sign(leafData)
    : keyOf(deps.receiptKeys, publicKey).signLeaf(leafData));
  return {
    slip: {
      id: prepared.slipId,
      drawId: prepared.schedule.drawId,
      lotteryKey: prepared.lottery.key,
      lotteryName: prepared.lottery.name,
      icon: prepared.lottery.icon,
      period: prepared.schedule.period,
      placedAtMs: acceptedMs,
      selections: prepared.selections.map(({ bet, stakeMinor }) => {
        const multipliers = multiplierList(bet, prepared.table.entryMultipliers[bet] ?? []).map(Number);
        return {
          ...{ bet, stakeMinor: String(stakeMinor), multiplier: multipliers[0] ?? 0, multipliers },
          ...{ won: null, payoutMinor: null },
        };
      }),
      totalMinor: String(prepared.total),
      state: 'pending' as const,
      payoutMinor: null,
      dice: null,
      settledAtMs: null,
    },
    receipt: answerReceipt({ leafData, salt: prepared.salt }, identity.userName, { publicKey, signature }),
    availableMinor: String(availableMinor),
  };
}

/** The answer to a repeated call: the first answer, with the slip's current state. */
export async function replay(
  deps: Pick<Deps, 'db' | 'receiptKeys'> & { catalogue: Catalogue },
  identity: Identity,
  key: string,
): Promise<z.infer<typeof PlacedAnswer>> {
  const { catalogue } = deps;
  const receipt = await findReceipt(deps.db, catalogue, identity, { key });
  const slip = receipt && (await findSlip(deps.db, catalogue, identity, receipt.slipId));
  if (!receipt?.salt || !slip) throw new Refusal('receipt-not-found');
  const balance = await deps.db
    .selectFrom('ledger.balance')
    .select('available')
    .where(ofMember(identity))
    .executeTakeFirstOrThrow();
  return {
    slip: answerSlip(slip),
    receipt: signReceipt({ ...receipt, salt: receipt.salt }, identity.userName, deps.receiptKeys),
    availableMinor: String(balance.available),
  };
}

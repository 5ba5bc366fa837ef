import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Identity } from '../../src/identity.ts';
import { postCorrection } from '../../src/payments/rules/corrections.ts';
import { sendDuePayouts } from '../../src/payments/withdrawals/send-payouts.ts';
import type { ReconcileDeps } from '../../src/reconciliation/deps.ts';
import type { LedgerFault } from '../../src/reconciliation/fault.ts';
import { reconcileAll } from '../../src/reconciliation/full-pass.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { advance } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { creditAs, refundAs, refuseAs } from '../kit/decisions.ts';
import { macs } from '../kit/macs.ts';
import { paidIn } from '../kit/provider.ts';
import { ADA, agreed, BO } from '../kit/staff.ts';
import { hear, openWallet, readyMember, startOne, type TestWallet } from '../kit/wallet.ts';
import { paidOut, ruleIs, submit, wentWrong } from '../payments/withdrawals/withdrawing.ts';

/** A correct club in which every kind of money movement has happened once. */
export interface HonestClub {
  club: Club;
  wallet: TestWallet;
  table: OpenTable;
  deps: ReconcileDeps;
  /** The member with these slips, payments, withdrawals and purchases. */
  mira: Identity;
  close(): Promise<void>;
}

const AMOUNT = 10_000n;

export async function openHonestClub(): Promise<HonestClub> {
  const club = await openClub();
  const wallet = await openWallet(club);
  const table = await club.openTable({ key: 'dice-900', periodSeconds: 900 });
  const mira = await readyMember(club, wallet);
  const deps = { db: club.jobs, payments: wallet.jobs, macs, catalogue: club.catalogue };
  const honest = { club, wallet, table, deps, mira };
  await payments(honest);
  await withdrawals(honest);
  await purchases(honest);
  await play(honest);
  return {
    ...honest,
    async close() {
      wallet.close();
      await club.close();
    },
  };
}

type Honest = Omit<HonestClub, 'close'>;

async function payments({ club, wallet, mira }: Honest): Promise<void> {
  await hear(club, wallet, paidIn(await startOne(wallet, mira, AMOUNT), AMOUNT));
  const topUp = await startOne(wallet, mira, AMOUNT);
  await hear(club, wallet, paidIn(topUp, AMOUNT - 1n));
  const { rows } = await club.owner.query('select id from payments.payment where top_up_id = $1', [topUp]);
  await creditAs(club, wallet.payments, mira, rows[0].id, { staffId: ADA, why: 'as it came' });
  for (const direction of ['to-member', 'from-member'] as const) {
    const { bucket, memberId } = mira;
    const reference = `lost-${randomUUID()}`;
    const body = { memberId, direction, amountMinor: '500', reference };
    const id = await agreed(club, { what: 'correction', subject: `correction/${reference}`, body });
    const correction = { bucket, memberId, id, direction, amount: 500n, reference, proposedBy: ADA, confirmedBy: BO };
    await transaction(club.jobs, (tx) => postCorrection(tx, correction, null));
  }
}

async function withdrawals({ club, wallet, mira }: Honest): Promise<void> {
  await ruleIs(club, { withdrawalsPerDay: 100 });
  const sent = async (): Promise<string> => {
    const id = await submit(wallet.payments, mira, AMOUNT);
    expect(await sendDuePayouts(wallet.jobs)).toBe(1);
    return id;
  };
  await hear(club, wallet, paidOut(await sent(), AMOUNT));
  await hear(club, wallet, wentWrong('failed', await sent()));
  const returned = await sent();
  await hear(club, wallet, paidOut(returned, AMOUNT));
  await hear(club, wallet, wentWrong('returned', returned));
  await ruleIs(club, { withdrawalsPerDay: 100, reviewFrom: AMOUNT });
  const refused = await submit(wallet.payments, mira, AMOUNT);
  for (const staffId of [ADA, BO]) {
    const given = { staffId, reason: 'payee-not-own', words: 'the account is not their own' } as const;
    await refuseAs(club, wallet.payments, mira, refused, given);
  }
  await submit(wallet.payments, mira, AMOUNT);
}

async function purchases({ club, mira }: Honest): Promise<void> {
  const [titleId, classId] = [newId(), newId()];
  await club.owner.query(`insert into video.class (id, slug, position, texts) values ($1, 'films', 1, '{}')`, [
    classId,
  ]);
  await club.owner.query(
    `insert into video.title (id, class_id, texts, age, access, price, hours, published_at)
     values ($1, $2, '{"en": {"name": "A film", "description": ""}}', 0, 'bought', 700, 48, clock.now())`,
    [titleId, classId],
  );
  // Other tests cover the conditions of a visible title.
  const { rows } = await club.owner.query('select id from video.title where id = $1', [titleId]);
  const buy = () =>
    club.pool.query('select video.buy_title($1::smallint, $2, $3, $4, 700, 48)', [
      ...[mira.bucket, mira.memberId, newId(), rows[0].id],
    ]);
  await buy();
  await buy();
  const { rows: bought } = await club.owner.query('select id from video.purchase limit 1');
  await refundAs(club, mira, bought[0].id, ADA);
}

/** Plays a period that is drawn, one that is void, one that is returned and later drawn, and an open one. */
async function play({ club, table, mira }: Honest): Promise<void> {
  const bet = async () => {
    await club.place(mira, table, [
      { bet: 'big', stakeMinor: 100n },
      { bet: 'small', stakeMinor: 100n },
    ]);
    return table.schedule();
  };
  const drawn = await bet();
  await club.at(drawn.locks * 1_000);
  await advance(club, table);
  await club.at(drawn.draws * 1_000);
  await advance(club, table);
  const voided = await bet();
  await club.at(voided.draws * 1_000);
  await advance(club, table);
  const late = await bet();
  await club.at(late.locks * 1_000);
  await advance(club, table);
  club.beacon.down = true;
  await club.clock.set(late.draws * 1_000 + 86_400_000);
  await advance(club, table, { onFault: () => {} });
  club.beacon.down = false;
  await club.at(club.clock.nowMs());
  await advance(club, table);
  await bet();
}

/** Faults of the incremental and of the full reconciliation; each is reported once. */
export async function foundBy(deps: ReconcileDeps): Promise<{ fresh: string[]; all: string[] }> {
  const fresh = (await reconcileNew(deps)).map(shortOf).sort();
  return { fresh, all: (await reconcileAll(deps)).map(shortOf).sort() };
}

/** A fault in short form: what, kind, posted and due amount. */
export function shortOf({ what, kind, posted, due }: LedgerFault): string {
  return [what, kind, posted, due].map((part) => `${part ?? '-'}`).join(' ');
}

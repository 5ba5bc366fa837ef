import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAY_RULE } from '../../../../../dev/play-house/house-plan.ts';
import { newId } from '../../../src/db/ids.ts';
import { transaction } from '../../../src/db/transaction.ts';
import { DAY_MS } from '../../../src/durations.ts';
import type { Identity } from '../../../src/identity.ts';
import {
  activeLegalHold,
  confirmLegalHold,
  countHolds,
  forgedHolds,
  type LegalHoldAsk,
  liftLegalHold,
  listLegalHolds,
  proposeLegalHold,
} from '../../../src/payments/rules/legal-holds.ts';
import { approveOverdue } from '../../../src/payments/withdrawals/reviews.ts';
import { sendDuePayouts } from '../../../src/payments/withdrawals/send-payouts.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { macs } from '../../kit/macs.ts';
import { givePayee } from '../../kit/persons.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import { ADA, accountOf, BO, codeOf, messageKindsOf, setLegalHold, submit, withdrawalOf } from './withdrawing.ts';

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

function propose(member: Identity, ask: Partial<LegalHoldAsk> = {}, staffId = ADA): Promise<string> {
  const days30 = club.clock.nowMs() + 30 * DAY_MS;
  const whole = { authority: 'District Court', reference: 'DC 12/34', expiresAtMs: days30, ...ask };
  return transaction(club.api, (tx) => proposeLegalHold(tx, wallet.payments, accountOf(member), staffId, whole));
}

function confirm(member: Identity, id: string, staffId = BO): Promise<void> {
  return transaction(club.api, (tx) => confirmLegalHold(tx, wallet.payments, accountOf(member), id, staffId));
}

function lift(member: Identity, id: string): Promise<boolean> {
  return transaction(club.api, (tx) => liftLegalHold(tx, wallet.payments, accountOf(member), id));
}

async function boundMember(bucket?: number): Promise<Identity> {
  const member = await club.member({ credits: 10_000n, ...(bucket === undefined ? {} : { bucket }) });
  await givePayee(club.db, wallet.payments.cipher, member);
  return member;
}

describe('a legal hold', () => {
  test('holds nothing until a second person has confirmed it', async () => {
    const member = await club.member();
    const id = await propose(member);
    expect(await activeLegalHold(club.db, macs, member)).toBeNull();
    expect(await messageKindsOf(club, member)).toEqual([]);
    expect(await codeOf(confirm(member, id, ADA))).toBe('second-person-needed');
    expect(await activeLegalHold(club.db, macs, member)).toBeNull();
    await confirm(member, id);
    expect(await activeLegalHold(club.db, macs, member)).toMatchObject({
      id,
      authority: 'District Court',
      reference: 'DC 12/34',
      proposedBy: ADA,
      confirmedBy: BO,
    });
    const expiresAtMs = club.clock.nowMs() + 30 * DAY_MS;
    expect(await messageKindsOf(club, member)).toEqual([
      { kind: 'legal-hold-set', params: { authority: 'District Court', reference: 'DC 12/34', expiresAtMs } },
    ]);
    expect(await codeOf(confirm(member, id, newId()))).toBe('already-set');
  });

  test('cannot be set by one person, not even around the server', async () => {
    const member = await club.member();
    const id = await propose(member);
    const alone = club.pool.query('update payments.legal_hold set confirmed_by = proposed_by where id = $1', [id]);
    await expect(alone).rejects.toThrow(/check constraint/);
  });

  test('ends by itself, within 90 days', async () => {
    const member = await club.member();
    const nowMs = club.clock.nowMs();
    expect(await codeOf(propose(member, { expiresAtMs: nowMs + 90 * DAY_MS + 1 }))).toBe('date-bad');
    expect(await codeOf(propose(member, { expiresAtMs: nowMs }))).toBe('date-bad');
    const id = await propose(member, { expiresAtMs: nowMs + 90 * DAY_MS });
    await confirm(member, id);
    await club.at(nowMs + 90 * DAY_MS - 1);
    expect(await activeLegalHold(club.db, macs, member)).not.toBeNull();
    await club.at(nowMs + 90 * DAY_MS);
    expect(await activeLegalHold(club.db, macs, member)).toBeNull();
  });

  test('names its authority and the order', async () => {
    const member = await club.member();
    expect(await codeOf(propose(member, { authority: '  ' }))).toBe('fill-in');
    expect(await codeOf(propose(member, { reference: '' }))).toBe('fill-in');
    expect(await codeOf(propose(member, { authority: 'x'.repeat(201) }))).toBe('fill-in');
    expect(await codeOf(propose(member, { authority: 'x'.repeat(200) }))).toBeNull();
  });

  test('can be lifted by one, and is over then', async () => {
    const member = await club.member();
    const id = await propose(member);
    await confirm(member, id);
    await lift(member, id);
    expect(await activeLegalHold(club.db, macs, member)).toBeNull();
    expect((await messageKindsOf(club, member)).at(-1)).toEqual({
      kind: 'legal-hold-lifted',
      params: { authority: 'District Court', reference: 'DC 12/34' },
    });
    expect(await codeOf(lift(member, id))).toBe('already-set');
    const taken = await propose(member);
    await lift(member, taken);
    expect(await codeOf(confirm(member, taken))).toBe('too-late');
    // No message is sent about an order that held nothing.
    expect(await messageKindsOf(club, member)).toHaveLength(2);
  });

  test('confirmed too late holds nothing', async () => {
    const member = await club.member();
    const id = await propose(member, { expiresAtMs: club.clock.nowMs() + 1_000 });
    await club.at(club.clock.nowMs() + 1_000);
    expect(await codeOf(confirm(member, id))).toBe('too-late');
    expect(await codeOf(confirm(member, newId()))).toBe('not-found');
  });

  test('lets a member submit, keeps the payout in the house, shows it to them, and releases it afterwards', async () => {
    const member = await boundMember();
    await setLegalHold(club, wallet.payments, member, 2);
    const expiresAtMs = club.clock.nowMs() + 2 * DAY_MS;
    const id = await submit(wallet.payments, member, 10_000n);
    expect(await withdrawalOf(club.db, member, id)).toMatchObject({
      state: 'approved',
      legalHold: { authority: 'District Court', reference: 'DC 12/34', expiresAtMs },
    });
    await sendDuePayouts(wallet.jobs);
    expect(wallet.provider.payouts.has(id)).toBe(false);
    await club.at(expiresAtMs);
    expect(await withdrawalOf(club.db, member, id)).toMatchObject({ legalHold: null });
    await sendDuePayouts(wallet.jobs);
    expect(wallet.provider.payouts.get(id)).toMatchObject({ amount: 10_000n });
  });

  test('of one member keeps nobody else waiting', async () => {
    const held = await boundMember();
    const free = await boundMember(held.bucket);
    await setLegalHold(club, wallet.payments, held);
    const ids = [await submit(wallet.payments, held, 10_000n), await submit(wallet.payments, free, 10_000n)];
    await sendDuePayouts(wallet.jobs);
    expect(ids.map((id) => wallet.provider.payouts.has(id))).toEqual([false, true]);
    expect(await activeLegalHold(club.db, macs, free)).toBeNull();
    expect(await listLegalHolds(club.db, macs, free)).toEqual([]);
    const [{ id = '' } = {}] = await listLegalHolds(club.db, macs, held);
    expect(await codeOf(lift(free, id))).toBe('not-found');
    expect(await activeLegalHold(club.db, macs, held)).toMatchObject({ id });
  });

  test('lasts as long as the longest of several', async () => {
    const member = await club.member();
    for (const days of [2, 9, 5]) await setLegalHold(club, wallet.payments, member, days);
    const startMs = club.clock.nowMs();
    const ends = async () => ((await activeLegalHold(club.db, macs, member))?.expiresAt.getTime() ?? 0) - startMs;
    expect(await ends()).toBe(9 * DAY_MS);
    const [longest] = (await listLegalHolds(club.db, macs, member)).toSorted((a, b) => +b.expiresAt - +a.expiresAt);
    await lift(member, longest?.id ?? '');
    expect(await ends()).toBe(5 * DAY_MS);
  });
});

test('how many there are, and how many withdrawals were refused in 30 days, can be counted', async () => {
  const before = await countHolds(club.db, macs);
  const member = await boundMember();
  const id = await submit(wallet.payments, member, 10_000n);
  await club.owner.query(
    `update payments.withdrawal set state = 'refused', ended_at = to_timestamp($2::numeric / 1000) where id = $1`,
    [id, club.clock.nowMs()],
  );
  await setLegalHold(club, wallet.payments, member, 40);
  await propose(member);
  expect(await countHolds(club.db, macs)).toEqual({ legalHolds: before.legalHolds + 1, refusals: before.refusals + 1 });
  await club.at(club.clock.nowMs() + 30 * DAY_MS);
  expect((await countHolds(club.db, macs)).refusals).toBe(0);
});

describe('a legal hold that the server did not write', () => {
  const INSERT = `insert into payments.legal_hold
    (bucket, member_id, id, authority, reference, proposed_by, expires_at, mac)
    values ($1, $2, $3, 'Made Up Court', 'MU 1', $4, clock.now() + interval '80 days', $5)`;

  /** Inserts an order with the rights of the API's role, in the names of two staff of finance. */
  async function forge({ bucket, memberId }: Identity, mac: string | null): Promise<string> {
    const id = newId();
    await club.pool.query(INSERT, [bucket, memberId, id, ADA, mac]);
    await club.pool.query(
      'update payments.legal_hold set confirmed_by = $2, from_at = clock.now(), confirmed_mac = $3 where id = $1',
      [id, BO, mac],
    );
    return id;
  }

  test('stops no payout and no approval, is shown to nobody, and is counted as forged', async () => {
    const member = await boundMember();
    await setLegalHold(club, wallet.payments, await boundMember());
    const { rows } = await club.owner.query('select mac from payments.legal_hold where lifted_at is null');
    const before = (await countHolds(club.db, macs)).legalHolds;
    const made = [await forge(member, null), await forge(member, rows.at(-1).mac)];
    expect(await activeLegalHold(club.db, macs, member)).toBeNull();
    expect(await listLegalHolds(club.db, macs, member)).toEqual([]);
    expect((await countHolds(club.db, macs)).legalHolds).toBe(before);
    expect((await forgedHolds(club.db, macs)).sort()).toEqual(made.sort());
    const id = await submit(wallet.payments, member, 10_000n);
    expect(await withdrawalOf(club.db, member, id)).toMatchObject({ state: 'approved', legalHold: null });
    await sendDuePayouts(wallet.jobs);
    expect(wallet.provider.payouts.get(id)).toMatchObject({ amount: 10_000n });
  });

  test('keeps no review open beyond its day', async () => {
    const member = await club.member({ credits: PLAY_RULE.reviewFrom });
    await givePayee(club.db, wallet.payments.cipher, member);
    await forge(member, null);
    const id = await submit(wallet.payments, member, PLAY_RULE.reviewFrom);
    expect(await withdrawalOf(club.db, member, id)).toMatchObject({ state: 'in-review' });
    await club.at(club.clock.nowMs() + DAY_MS);
    await approveOverdue(wallet.jobs);
    expect(await withdrawalOf(club.db, member, id)).toMatchObject({ state: 'approved' });
  });

  test('can be made of one that two people entered by no change of who confirmed it', async () => {
    const member = await club.member();
    const id = await propose(member);
    await club.pool.query(
      'update payments.legal_hold set confirmed_by = $2, from_at = clock.now(), confirmed_mac = mac where id = $1',
      [id, BO],
    );
    expect(await activeLegalHold(club.db, macs, member)).toBeNull();
    expect(await codeOf(lift(member, id))).toBe('not-found');
  });
});

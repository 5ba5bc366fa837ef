import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bucketOf } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { boughtUntil, buyTitle } from '../../src/video/purchases.ts';
import { call, signIn } from '../http/server.ts';
import { addTitle } from '../kit/films.ts';
import { openTransaction, untilSomebodyWaits } from '../kit/locks.ts';
import { balanceOf } from '../kit/money.ts';
import type { SignedInStaff } from '../kit/staff.ts';
import { rewriteAccount } from '../kit/staff.ts';
import { CALLS_BY_ROLE } from '../staff/calls-by-role.ts';
import { openLibrary, type TestLibrary } from './library.ts';

const SMALL = 500n;
/** The seed rule requires two people from this amount. */
const LARGE = 2_000_000n;
const WHY = 'The film had no sound.';

let at: TestLibrary;
let second: SignedInStaff;
beforeAll(async () => {
  at = await openLibrary();
  second = await at.add('finance');
});
afterAll(() => at.close());

interface Bought {
  member: Identity;
  titleId: string;
  id: string;
}

async function buy(price: bigint): Promise<Bought> {
  const member = await at.club.member({ credits: 5_000_000n });
  const titleId = await addTitle(at.club, { price, name: 'Tides' });
  const filmId = randomUUID();
  await at.club.owner.query(
    `insert into video.film (id, title_id, state, file_name, bytes, duration_ms, made)
     values ($1, $2, 'ready', 'a.mp4', 1, 8000, '{}')`,
    [filmId, titleId],
  );
  await at.club.owner.query('update video.title set film_id = $1 where id = $2', [filmId, titleId]);
  const ask = { key: randomUUID(), titleId, price, hours: 48, admit: async () => {}, yearsOf: async () => 30 };
  const { id } = await transaction(at.club.db, (tx) => buyTitle(tx, member, ask));
  return { member, titleId, id };
}

const refund = ({ member, id }: Bought, who = at.staff.finance, why = WHY) =>
  at.send('POST', `purchases/${member.memberId}/${id}/refund`, { why }, who);
const available = async ({ member }: Bought) => (await balanceOf(at.club.db, member)).available;
const isOpen = async ({ member, titleId }: Bought) => (await boughtUntil(at.club.db, member, titleId)) !== null;
const reported = async ({ member }: Bought) =>
  (await at.club.owner.query('select kind, params from members.message where member_id = $1', [member.memberId])).rows;
const openProposals = async () =>
  (await at.send('GET', 'proposals?what=purchase-refund&state=open', undefined, at.staff.auditor)).body.items ?? [];

describe('a refund', () => {
  test('gives the price back at once, ends the access, and the member is told and finds the act', async () => {
    const bought = await buy(SMALL);
    expect(await available(bought)).toBe(5_000_000n - SMALL);
    expect(await refund(bought)).toMatchObject({
      status: 200,
      body: { waiting: false, purchase: { state: 'refunded' } },
    });
    expect(await available(bought)).toBe(5_000_000n);
    expect(await isOpen(bought)).toBe(false);
    const { id, titleId, member } = bought;
    const params = { purchaseId: id, titleId, name: 'Tides', amountMinor: '500' };
    expect(await reported(bought)).toEqual([{ kind: 'purchase-refunded', params }]);
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'purchase-refunded',
      why: WHY,
      member: member.memberId,
      subject: `purchase/${id}`,
      before: { state: 'open' },
      after: { state: 'refunded', priceMinor: '500' },
    });
    const own = await at.get('/api/me/acts', await signIn(at.club, member));
    expect(own.body.items).toContainEqual(expect.objectContaining({ act: 'purchase-refunded', why: WHY }));
    expect(await reconcile(at.club.db)).toEqual([]);
  });

  test('is made once, also by two at the same moment', async () => {
    const bought = await buy(SMALL);
    const held = await openTransaction(at.club.pool);
    const { bucket, memberId } = bought.member;
    await held.client.query('select ledger.lock(array[$1::smallint], array[$2::uuid])', [bucket, memberId]);
    const both = Promise.all([refund(bought), refund(bought, second)]);
    await untilSomebodyWaits(at.club.owner);
    await held.commit();
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await available(bought)).toBe(5_000_000n);
    expect(await reported(bought)).toHaveLength(1);
    expect((await refund(bought)).body.code).toBe('too-late');
  });

  test('has a reason that leads nowhere, and is of a purchase that is there, of that member', async () => {
    const bought = await buy(SMALL);
    expect((await refund(bought, at.staff.finance, ' ')).body.code).toBe('reason-needed');
    expect((await refund(bought, at.staff.finance, 'Write to t.me/desk')).body.code).toBe('words-lead-out');
    expect((await refund({ ...bought, id: randomUUID() })).status).toBe(404);
    const stranger = await at.club.member();
    expect((await refund({ ...bought, member: stranger })).status).toBe(404);
    for (const role of ['support', 'content', 'auditor', 'owner'] as const) {
      expect((await refund(bought, at.staff[role])).body.code, role).toBe('forbidden');
    }
    expect(await isOpen(bought)).toBe(true);
  });
});

describe('a refund of much', () => {
  test('takes two people: the first proposes, and nothing moves until the second does the same', async () => {
    const bought = await buy(LARGE);
    expect(await refund(bought)).toMatchObject({ status: 202, body: { waiting: true, purchase: { state: 'open' } } });
    expect((await at.acts()).at(-1)).toMatchObject({ act: 'purchase-refund-proposed', member: bought.member.memberId });
    expect(await available(bought)).toBe(5_000_000n - LARGE);
    expect(await reported(bought)).toEqual([]);
    expect((await refund(bought)).body.code).toBe('second-person-needed');
    expect(await refund(bought, second)).toMatchObject({ status: 200, body: { waiting: false } });
    expect(await available(bought)).toBe(5_000_000n);
    expect(await openProposals()).toEqual([]);
    expect(await reconcile(at.club.db)).toEqual([]);
  });

  test('may be confirmed where proposals are, by another of finance and not by the owner', async () => {
    const bought = await buy(LARGE);
    await refund(bought);
    const [proposal] = await openProposals();
    const decide = (verb: string, who: SignedInStaff, why = WHY) =>
      at.send('POST', `proposals/${String(proposal?.id)}/${verb}`, { why }, who);
    expect(proposal).toMatchObject({ what: 'purchase-refund', body: { purchaseId: bought.id, priceMinor: '2000000' } });
    expect((await decide('confirm', at.staff.owner)).body.code).toBe('forbidden');
    expect((await decide('decline', at.staff.owner)).body.code).toBe('forbidden');
    expect((await decide('confirm', at.staff.finance)).body.code).toBe('second-person-needed');
    expect((await decide('confirm', second, 'See www.elsewhere.example')).body.code).toBe('words-lead-out');
    expect((await decide('confirm', second)).status).toBe(200);
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'purchase-refund-confirmed',
      member: bought.member.memberId,
      subject: `purchase/${bought.id}`,
    });
    expect(await available(bought)).toBe(5_000_000n);
    expect(await isOpen(bought)).toBe(false);
    expect(await reported(bought)).toHaveLength(1);
    expect((await decide('confirm', second)).body.code).toBe('too-late');
    expect((await refund(bought)).body.code).toBe('too-late');
  });

  test('that was declined, or whose proposer has gone, is proposed anew', async () => {
    const bought = await buy(LARGE);
    await refund(bought);
    const [proposal] = await openProposals();
    expect((await at.send('POST', `proposals/${String(proposal?.id)}/decline`, { why: WHY }, second)).status).toBe(200);
    expect((await at.acts()).at(-1)).toMatchObject({ act: 'purchase-refund-declined', member: bought.member.memberId });
    const gone = await at.add('finance');
    expect((await refund(bought, gone)).status).toBe(202);
    await rewriteAccount(at.club, gone.id, { disabled_at: new Date(at.club.clock.nowMs()) });
    expect((await refund(bought)).status).toBe(202);
    expect(await isOpen(bought)).toBe(true);
    expect((await refund(bought, second)).status).toBe(200);
  });

  test('of two who confirm at once is made once', async () => {
    const bought = await buy(LARGE);
    const third = await at.add('finance');
    await refund(bought);
    const held = await openTransaction(at.club.owner);
    await held.client.query('select from staff.proposal where decision is null for update');
    const both = Promise.all([refund(bought, second), refund(bought, third)]);
    await untilSomebodyWaits(at.club.owner);
    await held.commit();
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await available(bought)).toBe(5_000_000n);
  });

  test('is not for whom somebody has let in a moment ago', async () => {
    const bought = await buy(LARGE);
    const ghost = await at.add('finance');
    const handed = { handed_at: new Date(at.club.clock.nowMs()), handed_by: at.staff.owner.id };
    await rewriteAccount(at.club, ghost.id, handed);
    expect((await refund(bought, ghost)).body.code).toBe('too-new');
  });
});

test('purchases are found by member, title and state, the newest first; who was seen is on record', async () => {
  const first = await buy(SMALL);
  const other = await buy(SMALL);
  await refund(other);
  const list = async (query: string, who = at.staff.auditor) => {
    const { body } = await at.send('GET', `purchases?${query}`, undefined, who);
    return { ids: body.items?.map(({ id }) => id), body };
  };
  const own = await list(`memberId=${first.member.memberId}`);
  expect(own.ids).toEqual([first.id]);
  expect(own.body.items?.[0]).toMatchObject({ userName: first.member.userName });
  expect((await at.acts()).at(-1)).toMatchObject({
    act: 'purchases-read',
    after: { purchases: [{ id: first.id, memberId: first.member.memberId }] },
  });
  expect((await list(`titleId=${other.titleId}&state=refunded`, at.staff.finance)).ids).toEqual([other.id]);
  expect((await list(`titleId=${other.titleId}&state=open`, at.staff.owner)).ids).toEqual([]);
  const page = await list('limit=1');
  expect(page.ids).toEqual([other.id]);
  expect(page.body.items?.[0]).toMatchObject({ names: { en: 'Tides' }, priceMinor: '500', state: 'refunded' });
  const next = await list(`limit=1&cursor=${String(page.body.nextCursor)}`);
  expect(next.ids).toEqual([first.id]);
  await at.at(at.club.clock.nowMs() + 49 * 3_600_000);
  expect((await list(`memberId=${first.member.memberId}&state=over`)).ids).toEqual([first.id]);
  expect(bucketOf(first.member.memberId)).toBe(first.member.bucket);
});

test('purchases are taken as a file by whom finance is, and each member finds it', async () => {
  const bought = await buy(SMALL);
  const path = `/api/console/purchases.csv?memberId=${bought.member.memberId}`;
  const file = await call(at.server, path, { cookie: at.staff.finance.cookie });
  const lines = (await file.text()).split('\r\n');
  expect(lines[0]).toContain('id,member_id,user_name,title_id,price,price_minor,price_currency,state');
  expect(lines[1]).toContain(`${bought.titleId},5.00,500,PLAY,open`);
  expect((await at.acts()).slice(-2)).toMatchObject([
    { act: 'exported', after: { file: 'purchases.csv', rows: 1 } },
    { act: 'rows-exported', after: { members: [bought.member.memberId] } },
  ]);
});

test('a member alone decides whether they watch films: staff read the setting, and no staff call changes it', async () => {
  const member = await at.club.member();
  const read = async () => (await at.get(`/api/console/members/${member.memberId}`, at.staff.support)).body.videoAccess;
  expect(await read()).toBe(true);
  const { cookie } = await signIn(at.club, member);
  const off = await call(at.server, '/api/me/video-choices', { method: 'PATCH', body: { access: false }, cookie });
  expect(off.status).toBe(200);
  expect(await read()).toBe(false);
  const writes = Object.keys(CALLS_BY_ROLE).filter((name) => !name.startsWith('GET ') && name.includes('choice'));
  // What staff choose for their own lists.
  expect(writes).toEqual(['PUT /api/console/list-choices/:list']);
});

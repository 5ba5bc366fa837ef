import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import { payOutExcluded } from '../../src/jobs/finish-closures.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { exclusionOf } from '../../src/members/limits/exclusion-in-force.ts';
import { copyExclusion, exclude } from '../../src/members/limits/exclusions.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { givePayee, nameMember } from '../kit/persons.ts';
import { openWallet, type TestWallet } from '../kit/wallet.ts';
import { moneyOf } from '../payments/withdrawals/withdrawing.ts';

const HALF_YEAR_MS = 6 * 31 * DAY_MS;

let club: Club;
let server: TestServer;
let wallet: TestWallet;
let mira: SignedIn;
let tables = 0;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await openServer(club);
});
beforeEach(async () => {
  mira = await signIn(club, await club.member());
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  await server.stop();
  wallet.close();
  await club.close();
});

interface Answer {
  code?: string;
  restricted?: boolean;
  exclusion?: { kind: string; untilMs: number | null; endRequest?: { id: string; confirmableAtMs: number } | null };
}

async function post(url: string, body: unknown, member = mira): Promise<{ status: number; body: Answer }> {
  const answer = await call(server, url, { method: 'POST', cookie: member.cookie, body });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const end = (id: string | undefined) => post('/api/me/self-exclusion/end', { id });
const ask = () => post('/api/me/self-exclusion/end-request', {});

/** Moves the clock and signs in again, since sessions are short. */
async function later(ms: number): Promise<void> {
  await club.at(club.clock.nowMs() + ms);
  mira = await signIn(club, mira);
}

/** Why a bet is refused; null if it is placed. */
async function betRefusal(member = mira): Promise<string | null> {
  const fresh = await club.openTable({ key: `dice-${++tables}`, periodSeconds: 3_600 });
  for (;;) {
    const answer = await placeOver(server, member, slipBody(fresh, [{ bet: 'big', stakeMinor: 1_000n }]), randomUUID());
    if (answer.status === 201) return null;
    const code = ((await answer.json()) as Answer).code ?? `${answer.status}`;
    // The server knows the new table only after its notification.
    if (code !== 'not-found') return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Excludes the member, and waits until the end may be requested. */
async function excludedHalfAYear(): Promise<void> {
  await post('/api/me/self-exclusion', { months: 6 });
  await later(HALF_YEAR_MS + HOUR_MS);
}

describe('house rule 9: a self-exclusion', () => {
  test('does not end automatically, and its end takes a request, 24 hours and a second yes', async () => {
    await post('/api/me/self-exclusion', { months: 6 });
    expect((await ask()).body.code).toBe('self-excluded');
    await later(HALF_YEAR_MS - HOUR_MS);
    expect((await ask()).body.code).toBe('self-excluded');
    await later(2 * HOUR_MS);
    expect(await betRefusal()).toBe('self-excluded');
    const request = (await ask()).body.exclusion?.endRequest;
    expect(request).toMatchObject({ confirmableAtMs: expect.closeTo(club.clock.nowMs() + DAY_MS, -4) });
    expect((await ask()).body.exclusion?.endRequest?.id).toBe(request?.id);
    expect((await end(request?.id)).body.code).toBe('too-early');
    await later(DAY_MS - HOUR_MS);
    expect((await end(request?.id)).body.code).toBe('too-early');
    await later(2 * HOUR_MS);
    expect(await betRefusal()).toBe('self-excluded');
    expect((await end(randomUUID())).body.code).toBe('not-found');
    expect(await end(request?.id)).toMatchObject({ status: 200, body: { exclusion: null } });
    expect((await end(request?.id)).body.code).toBe('not-found');
    mira = await signIn(club, mira);
    expect(await betRefusal()).toBeNull();
  });

  test('goes on when the second yes does not come within a week', async () => {
    await excludedHalfAYear();
    const id = (await ask()).body.exclusion?.endRequest?.id;
    await later(7 * DAY_MS + HOUR_MS);
    expect((await end(id)).body.code).toBe('not-found');
    expect(await exclusionOf(club.db, mira)).toMatchObject({ kind: 'self-exclusion' });
    const again = (await ask()).body.exclusion?.endRequest?.id;
    expect(again).not.toBe(id);
    await later(DAY_MS + HOUR_MS);
    expect((await end(again)).status).toBe(200);
  });

  test('can be made longer at any time, which voids a request', async () => {
    await excludedHalfAYear();
    const id = (await ask()).body.exclusion?.endRequest?.id;
    const longer = await post('/api/me/self-exclusion', { months: 12 });
    expect(longer.body.exclusion).toMatchObject({ kind: 'self-exclusion', endRequest: null });
    expect(longer.body.exclusion?.untilMs).toBeGreaterThan(club.clock.nowMs() + 360 * DAY_MS);
    await later(2 * DAY_MS);
    expect((await end(id)).body.code).toBe('not-found');
    expect((await ask()).body.code).toBe('self-excluded');
  });

  test('without end never ends', async () => {
    expect((await post('/api/me/self-exclusion', { months: null })).body.exclusion).toMatchObject({ untilMs: null });
    await post('/api/me/self-exclusion', { months: 6 });
    await later(10 * 366 * DAY_MS);
    expect((await ask()).body.code).toBe('self-excluded');
    expect(await exclusionOf(club.db, mira)).toMatchObject({ kind: 'self-exclusion', until: null });
    expect(await betRefusal()).toBe('self-excluded');
  });

  test('is not ended by rows that the server’s own database role writes', async () => {
    await post('/api/me/self-exclusion', { months: 6 });
    const { bucket, memberId } = mira;
    const [early, backdated] = [randomUUID(), randomUUID()];
    const insert = 'insert into members.exclusion_end_request (bucket, member_id, id';
    const request = (id: string) => club.pools.api.query(`${insert}) values ($1, $2, $3)`, [bucket, memberId, id]);
    await request(early);
    const future = `${insert}, asked_at) values ($1, $2, $3, '2100-01-01')`;
    await expect(club.pools.api.query(future, [bucket, memberId, backdated])).rejects.toThrow(/permission denied/);
    const confirm = `insert into members.exclusion_end (bucket, member_id, request_id, asked_at)
      select bucket, member_id, id, asked_at from members.exclusion_end_request where id = $1`;
    await expect(club.pools.api.query(confirm, [early])).rejects.toThrow(/exclusion_end_day_check/);
    const invented = `insert into members.exclusion_end (bucket, member_id, request_id, asked_at)
      values ($1, $2, $3, '2100-01-01')`;
    await expect(club.pools.api.query(invented, [bucket, memberId, early])).rejects.toThrow(/violates/);
    for (const change of ['delete from members.exclusion', 'update members.exclusion set hours = 1']) {
      await expect(club.pools.api.query(change)).rejects.toThrow(/permission denied/);
    }
    // A request from before its months had passed ends nothing, even when confirmed in time.
    await later(DAY_MS + HOUR_MS);
    await club.pools.api.query(confirm, [early]);
    expect(await exclusionOf(club.db, mira)).toMatchObject({ kind: 'self-exclusion' });
    await later(HALF_YEAR_MS);
    expect(await exclusionOf(club.db, mira)).toMatchObject({ kind: 'self-exclusion' });
  });

  test('takes one end from many at once', async () => {
    await excludedHalfAYear();
    const requests = await Promise.all(Array.from({ length: 8 }, ask));
    const ids = new Set(requests.map(({ body }) => body.exclusion?.endRequest?.id));
    expect(ids.size).toBe(1);
    await later(DAY_MS + HOUR_MS);
    const ends = await Promise.all(Array.from({ length: 8 }, () => end([...ids][0])));
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('another account of the person', () => {
  test('keeps its own exclusion, and does not bring back the ended one', async () => {
    const second = await signIn(club, await club.member());
    for (const account of [mira, second]) await nameMember(club.db, account, 'Solongo Bold');
    await excludedHalfAYear();
    expect(await exclusionOf(club.db, second)).toMatchObject({ kind: 'self-exclusion' });
    const id = (await ask()).body.exclusion?.endRequest?.id;
    await later(DAY_MS + HOUR_MS);
    await end(id);
    expect(await exclusionOf(club.db, second)).toMatchObject({ kind: 'self-exclusion' });
    expect(await transaction(club.api, (tx) => copyExclusion(tx, wallet.members, mira))).toBe(false);
    expect(await exclusionOf(club.db, mira)).toBeNull();
  });

  test('that is registered after the months have passed is still excluded', async () => {
    await nameMember(club.db, mira, 'Khulan Erdene');
    await excludedHalfAYear();
    const again = await signIn(club, await club.member());
    await nameMember(club.db, again, 'Khulan Erdene');
    expect(await transaction(club.api, (tx) => copyExclusion(tx, wallet.members, again))).toBe(true);
    expect(await exclusionOf(club.db, again)).toMatchObject({ kind: 'self-exclusion' });
  });

  test('is excluded for half a year at most by typed data alone, however often and long it is repeated', async () => {
    const victim = await signIn(club, await club.member());
    for (const account of [mira, victim]) await nameMember(club.db, account, 'Anand Tsend');
    const endMs = club.clock.nowMs() + HALF_YEAR_MS;
    for (const months of [6, 12, 24, 60, null] as const) {
      for (let n = 0; n < 2; n++) {
        const exclusion = { kind: 'self-exclusion', months, paysOut: true } as const;
        await transaction(club.api, (tx) => exclude(tx, wallet.members, mira, exclusion));
        await transaction(club.api, (tx) => copyExclusion(tx, wallet.members, victim));
      }
    }
    expect(await exclusionOf(club.db, mira)).toMatchObject({ until: null });
    const copy = await exclusionOf(club.db, victim);
    expect(copy?.kind).toBe('self-exclusion');
    expect(copy?.until?.getTime()).toBeLessThan(endMs + 2 * HOUR_MS);
    const { rows } = await club.owner.query(
      `select (select count(*)::int from members.exclusion where member_id = $1) as copies,
        (select count(*)::int from members.exclusion where member_id = $2 and pays_out) as paying`,
      [victim.memberId, mira.memberId],
    );
    expect(rows).toEqual([{ copies: 1, paying: 5 }]);
  });

  test('gets a time-out that is taken while a self-exclusion could be ended', async () => {
    const second = await signIn(club, await club.member());
    await excludedHalfAYear();
    for (const account of [mira, second]) await nameMember(club.db, account, 'Tuya Gan');
    await transaction(club.api, (tx) => exclude(tx, wallet.members, mira, { kind: 'time-out', hours: 48 }));
    expect(await exclusionOf(club.db, second)).toMatchObject({ kind: 'time-out' });
  });
});

describe('the balance of an excluded member who agreed to it', () => {
  const held = async () => (await moneyOf(club.db, mira)).held;

  test('is paid out at once, open bets aside', async () => {
    await givePayee(club.db, wallet.payments.cipher, mira);
    const before = (await moneyOf(club.db, mira)).available;
    expect(before).toBeGreaterThan(0n);
    expect(await betRefusal()).toBeNull();
    await post('/api/me/self-exclusion', { months: 6, payOut: true });
    await payOutExcluded(wallet.jobs);
    expect(await moneyOf(club.db, mira)).toMatchObject({ available: 0n, held: before - 1_000n });
    const { rows } = await club.owner.query('select closing from payments.withdrawal where member_id = $1', [
      mira.memberId,
    ]);
    expect(rows).toEqual([{ closing: false }]);
  });

  test.each([
    ['without that yes', { months: 6 }, true],
    ['without a card or account', { months: 6, payOut: true }, false],
  ])('stays where it is %s', async (_name, body, hasPayee) => {
    if (hasPayee) await givePayee(club.db, wallet.payments.cipher, mira);
    await post('/api/me/self-exclusion', body);
    await payOutExcluded(wallet.jobs);
    expect(await held()).toBe(0n);
  });

  test('is not withdrawn by the jobs of the server without the member’s yes', async () => {
    const payeeId = await givePayee(club.db, wallet.payments.cipher, mira);
    await post('/api/me/self-exclusion', { months: 6 });
    const of = [mira.bucket, mira.memberId, randomUUID(), payeeId, 'sandbox'];
    await expect(club.pools.jobs.query('select payments.hold_final($1, $2, $3, $4, $5)', of)).rejects.toThrow(
      /TC001|close/,
    );
  });
});

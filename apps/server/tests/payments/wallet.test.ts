import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { TopUpAnswer, WalletAnswer } from '../../src/http/shared/wallet-shapes.ts';
import { handleMessages } from '../../src/payments/provider/events.ts';
import { writeSwitch } from '../../src/payments/rules/money-switch.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { balanceOf, DAY, post } from '../kit/money.ts';
import { type Delivery, paidIn } from '../kit/provider.ts';
import { makeReady, openWallet, readySignedIn, serveWallet, type TestWallet } from '../kit/wallet.ts';

const AMOUNT = 10_000n;
const WEBHOOK = '/api/webhooks/sandbox';

let club: Club;
let wallet: TestWallet;
let server: { address: string; stop(): Promise<void> };
let mira: SignedIn;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  server = await serveWallet(club, wallet);
});
beforeEach(async () => {
  mira = await readySignedIn(club, wallet, { credits: 0n });
});
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

interface Said {
  status: number;
  body: {
    code?: string;
    params?: Record<string, unknown>;
    topUp?: unknown;
    items?: unknown[];
    total?: number;
    nextCursor?: string;
  };
}

async function ask(path: string, options: Parameters<typeof call>[2] = {}): Promise<Said> {
  const answer = await call(server, path, { cookie: mira.cookie, ...options });
  return { status: answer.status, body: (await answer.json()) as Said['body'] };
}

function topUp(amountMinor: unknown, key: string = randomUUID()): Promise<Said> {
  return ask('/api/me/top-ups', { body: { amountMinor }, headers: { 'idempotency-key': key } });
}

async function started(amount = AMOUNT): Promise<z.infer<typeof TopUpAnswer>> {
  const { status, body } = await topUp(String(amount));
  expect(status).toBe(201);
  return TopUpAnswer.parse(body.topUp);
}

/** Calls the webhook like a provider: without cookie and origin. */
function deliver({ body, headers }: Delivery, path = WEBHOOK): Promise<Response> {
  return fetch(`${server.address}${path}`, { method: 'POST', headers, body: new Uint8Array(body) });
}

const sign = (...events: Parameters<TestWallet['provider']['deliver']>[0]) =>
  wallet.provider.deliver(events, club.clock.nowMs());

describe('GET /api/me/wallet', () => {
  const read = async () => WalletAnswer.parse((await ask('/api/me/wallet')).body);

  test('says what can be put in and taken out, what is needed for it, and that it costs nothing', async () => {
    expect(await read()).toEqual({
      availableMinor: '0',
      heldMinor: '0',
      netDepositsMinor: '0',
      ready: { realName: true, financePassword: true, payee: true },
      topUp: {
        open: true,
        reason: null,
        minMinor: '1000',
        maxMinor: '5000000',
        quickMinor: ['1000', '5000', '10000', '50000', '100000', '500000'],
        provider: 'sandbox',
        fundsVersion: null,
      },
      withdrawal: {
        minMinor: '1000',
        maxMinor: '5000000',
        perDay: 3,
        leftToday: 3,
        usualSeconds: 300,
        fastestSeconds: 120,
        feeMinor: '0',
        reviewFromMinor: '500000',
      },
      closing: false,
    });
  });

  test('counts what came in less what went out as net deposits, and nothing of play', async () => {
    const { id } = await started();
    await deliver(sign(paidIn(id, AMOUNT)));
    await handleMessages(wallet.jobs);
    await grant(mira, 777n);
    expect(await read()).toMatchObject({ availableMinor: '10777', netDepositsMinor: '10000' });
  });

  test('is open to who is suspended or leaving, and says so', async () => {
    mira = await signIn(club, mira, true);
    await club.owner.query('insert into members.closure values ($1, $2, clock.now())', [mira.bucket, mira.memberId]);
    const { closing, topUp: state } = await read();
    expect({ closing, ...state }).toMatchObject({ closing: true, open: false, reason: 'closing' });
  });

  test('says why nothing is taken, and what can still be taken today', async () => {
    await started(5_000_000n);
    await started(4_000_000n);
    expect((await read()).topUp).toMatchObject({ maxMinor: '1000000' });
    await transaction(club.jobs, (tx) => writeSwitch(tx, false, 'payouts-failing'));
    expect((await read()).topUp).toMatchObject({ open: false, reason: 'payouts-unhealthy' });
    await club.clock.forward(1);
    await transaction(club.jobs, (tx) => writeSwitch(tx, true, 'payouts-healthy'));
  });

  test('names what is missing before the first top-up', async () => {
    const member = await club.member({ credits: 0n });
    mira = await signIn(club, member);
    expect((await read()).ready).toEqual({ realName: false, financePassword: false, payee: false });
    expect((await topUp('10000')).body.code).toBe('name-first');
    await makeReady(club, wallet, member);
    expect((await topUp('10000')).status).toBe(201);
  });
});

describe('before the first top-up', () => {
  test('the question about a limit is answered: with one, or with none', async () => {
    const member = await club.member({ credits: 0n });
    await makeReady(club, wallet, member);
    mira = await signIn(club, member);
    await club.owner.query('delete from members.limit_prompt where member_id = $1', [member.memberId]);
    expect((await topUp('10000')).body.code).toBe('limits-unanswered');
    expect((await ask('/api/me/limits/prompted', { body: {} })).status).toBe(200);
    expect((await topUp('10000')).status).toBe(201);
  });

  test.each([
    ['deposit-week', 201],
    ['stake-day', 409],
  ])('a limit of kind %s answers with %d', async (kind, status) => {
    const member = await club.member({ credits: 0n });
    await makeReady(club, wallet, member);
    mira = await signIn(club, member);
    await club.owner.query('delete from members.limit_prompt where member_id = $1', [member.memberId]);
    expect((await ask('/api/me/limits', { body: { kind, value: '50000' } })).status).toBe(200);
    expect((await topUp('10000')).status).toBe(status);
  });

  test('members with an earlier top-up are not asked', async () => {
    await started();
    await club.owner.query('delete from members.limit_prompt where member_id = $1', [mira.memberId]);
    expect((await topUp('10000')).status).toBe(201);
  });
});

describe('POST /api/me/top-ups', () => {
  test('answers with the provider’s page; the browser comes back to the page that asked', async () => {
    const { id, checkoutUrl, state } = await started();
    expect(state).toBe('created');
    expect(checkoutUrl).not.toBeNull();
    expect(wallet.provider.checkouts.get(id)?.returnUrl).toBe(`${server.address}/Recharge?topUp=${id}`);
  });

  test('speaks the reader’s language on the provider’s page', async () => {
    const headers = { 'idempotency-key': randomUUID(), 'accept-language': 'zh-Hant;q=0.9, en;q=0.8' };
    const { body } = await ask('/api/me/top-ups', { body: { amountMinor: '10000' }, headers });
    const { id } = TopUpAnswer.parse(body.topUp);
    expect(wallet.provider.checkouts.get(id)?.locale).toBe('zh-Hant');
  });

  test('gives the same answer to the same key', async () => {
    const key = randomUUID();
    const first = await topUp('10000', key);
    expect(await topUp('10000', key)).toEqual(first);
    expect((await topUp('10001', key)).body.code).toBe('key-reused');
  });

  test.each(['0', '-5', '1.5', '1e3', '01', ' 7', '', '٣', '9'.repeat(19)])('%j is no amount', async (amount) => {
    expect((await topUp(amount)).body.code).toBe('bad-amount');
  });

  test('a number is no amount either, and neither is more than was asked for', async () => {
    expect((await topUp(10_000)).status).toBe(400);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { amountMinor: '10000', memberId: newId() };
    expect((await ask('/api/me/top-ups', { body, headers })).status).toBe(400);
  });

  test('needs a key, and a member with a full session', async () => {
    expect((await ask('/api/me/top-ups', { body: { amountMinor: '10000' } })).body.code).toBe('key-needed');
    mira = await signIn(club, mira, true);
    expect((await topUp('10000')).body.code).toBe('suspended');
  });
});

describe('GET /api/me/top-ups', () => {
  test('lists the own ones newest first, page by page and by state', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      await club.clock.forward(1_000);
      ids.unshift((await started()).id);
    }
    await deliver(sign(paidIn(ids[2] ?? '', AMOUNT)));
    await handleMessages(wallet.jobs);
    const first = await ask('/api/me/top-ups?limit=3');
    const rest = await ask(`/api/me/top-ups?limit=3&cursor=${first.body.nextCursor}`);
    const listed = [...(first.body.items ?? []), ...(rest.body.items ?? [])].map((item) => TopUpAnswer.parse(item));
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(rest.body.nextCursor).toBeNull();
    const credited = await ask('/api/me/top-ups?state=credited');
    expect(credited.body).toMatchObject({ total: 1, items: [{ id: ids[2], state: 'credited' }] });
    expect((await ask('/api/me/top-ups?state=gone')).status).toBe(400);
  });

  test('and by the day, in UTC, with both ends', async () => {
    const ids: Record<string, string> = {};
    for (let n = 0; n < 3; n++) {
      const { id, createdAtMs } = await started();
      ids[new Date(createdAtMs).toISOString().slice(0, 10)] = id;
      await club.clock.forward(DAY_MS);
    }
    const [first = '', second = '', third = ''] = Object.keys(ids);
    for (const [query, total] of [
      [`from=${second}`, 2],
      [`to=${second}`, 2],
      [`from=${second}&to=${second}`, 1],
    ] as const) {
      expect((await ask(`/api/me/top-ups?${query}`)).body.total, query).toBe(total);
    }
    expect((await ask(`/api/me/top-ups?from=${third}`)).body.items).toMatchObject([{ id: ids[third] }]);
    expect((await ask(`/api/me/top-ups?to=${first}&state=created`)).body.items).toMatchObject([{ id: ids[first] }]);
    expect((await ask(`/api/me/top-ups?from=${second}&to=${first}`)).body.code).toBe('date-bad');
  });

  test('one is read by its own member alone, also by one who is suspended', async () => {
    const { id } = await started();
    mira = await signIn(club, mira, true);
    expect((await ask(`/api/me/top-ups/${id}`)).body).toMatchObject({ id, steps: [{ state: 'created' }] });
    const other = await readySignedIn(club, wallet);
    expect((await call(server, `/api/me/top-ups/${id}`, { cookie: other.cookie })).status).toBe(404);
  });
});

describe('POST /api/webhooks/:provider', () => {
  test('keeps what the jobs credit, also if the browser never comes back', async () => {
    const { id } = await started();
    const answer = await deliver(sign(paidIn(id, AMOUNT)));
    expect(answer.status).toBe(204);
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
    await handleMessages(wallet.jobs);
    expect((await balanceOf(club.db, mira)).available).toBe(AMOUNT);
  });

  test('reads bytes: the type that is said does not matter, one byte more does', async () => {
    const { id } = await started();
    const delivery = sign(paidIn(id, AMOUNT));
    const longer = { ...delivery, body: Buffer.concat([delivery.body, Buffer.from('\n')]) };
    expect((await deliver(longer)).status).toBe(403);
    const headers = { ...delivery.headers, 'content-type': 'text/plain' };
    expect((await deliver({ ...delivery, headers })).status).toBe(204);
  });

  test('refuses what is not signed, too large, empty, or of a provider that is not here', async () => {
    const { id } = await started();
    const delivery = sign(paidIn(id, AMOUNT));
    const unsigned = await deliver({ ...delivery, headers: { 'content-type': 'application/json' } });
    expect(unsigned.status).toBe(403);
    expect(await unsigned.json()).toMatchObject({ code: 'forbidden' });
    const large = { ...delivery, body: Buffer.alloc(64 * 1_024 + 1, ' ') };
    expect((await deliver(large)).status).toBe(413);
    expect((await deliver({ ...delivery, body: Buffer.alloc(0) })).status).toBe(403);
    expect((await deliver(delivery, '/api/webhooks/adyen')).status).toBe(404);
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
  });

  test('a page of another site cannot have it sent with a member’s cookie', async () => {
    const delivery = sign();
    const headers = { ...delivery.headers, origin: 'https://evil.example', cookie: mira.cookie };
    expect((await deliver({ ...delivery, headers })).status).toBe(403);
  });

  test('is answered when it is kept, though it cannot be handled now', async () => {
    const { id } = await started();
    const { tell } = wallet.payments;
    wallet.payments.tell = () => Promise.reject(new Error('test: cannot tell'));
    expect((await deliver(sign(paidIn(id, AMOUNT)))).status).toBe(204);
    await expect(handleMessages(wallet.jobs)).rejects.toThrow('cannot tell');
    wallet.payments.tell = tell;
    expect((await balanceOf(club.db, mira)).available).toBe(0n);
    const { rows } = await club.pool.query(
      `select attempts from payments.provider_event where body ->> 'reference' = $1 and handled_at is null`,
      [id],
    );
    expect(rows).toEqual([{ attempts: 1 }]);
  });
});

async function grant({ bucket, memberId }: SignedIn, amount: bigint): Promise<void> {
  const transfer = { kind: 'grant', debit: 'issue', credit: 'available', amount } as const;
  await transaction(club.db, (tx) => post(tx, [{ bucket, memberId, day: DAY, ref: newId(), ...transfer }]));
}

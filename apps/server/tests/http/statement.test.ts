import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { type Club, openClub } from '../kit/club.ts';
import { hold } from '../kit/holds.ts';
import { DAY, postAll, transferOf } from '../kit/money.ts';
import { paidIn } from '../kit/provider.ts';
import { hear, openWallet, readyMember, startOne } from '../kit/wallet.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from './server.ts';

interface Line {
  kind: string;
  ref: string;
  amountMinor: string;
  heldMinor: string;
  balanceAfterMinor: string;
  heldAfterMinor: string;
  of: unknown;
}

interface Page {
  items: Line[];
  nextCursor: string | null;
  total: number;
  sums: unknown;
}

let club: Club;
let server: TestServer;
let member: SignedIn;
beforeAll(async () => {
  club = await openClub();
  const table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  server = await openServer(club);
  member = await signIn(club, await club.member({ credits: 10_000n }));
  await club.clock.forward(1_000);
  await club.place(member, table, [{ bet: 'big', stakeMinor: 1_000n }]);
  await club.clock.forward(1_000);
  const { bucket, memberId } = member;
  await transaction(club.db, (tx) =>
    hold(tx, { bucket, memberId, id: newId(), day: DAY, amount: 2_000n, purpose: 'withdrawal' }),
  );
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function read(query = ''): Promise<Page> {
  const answer = await call(server, `/api/me/statement${query}`, { cookie: member.cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

test('a line says what it did, what was there after it, and what it belongs to', async () => {
  const { items, total, sums } = await read();
  expect(total).toBe(3);
  expect(sums).toBeNull();
  expect(items).toMatchObject([
    {
      kind: 'hold',
      amountMinor: '-2000',
      heldMinor: '2000',
      balanceAfterMinor: '7000',
      heldAfterMinor: '2000',
      of: { what: 'withdrawal', id: expect.any(String) },
    },
    {
      kind: 'stake',
      amountMinor: '-1000',
      balanceAfterMinor: '9000',
      heldAfterMinor: '0',
      of: {
        what: 'slip',
        id: expect.any(String),
        lotteryKey: 'dice-60',
        lotteryName: 'dice-60',
        icon: 'swift',
        period: expect.any(Number),
      },
    },
    { kind: 'grant', amountMinor: '10000', balanceAfterMinor: '10000', of: null },
  ]);
});

test('kinds are taken one by one, repeated, or with commas between, and change no balance', async () => {
  const kindsOf = async (query: string) =>
    (await read(query)).items.map(({ kind, balanceAfterMinor }) => [kind, balanceAfterMinor]);
  expect(await kindsOf('?kind=stake')).toEqual([['stake', '9000']]);
  const both = [
    ['hold', '7000'],
    ['grant', '10000'],
  ];
  expect(await kindsOf('?kind=grant&kind=hold')).toEqual(both);
  expect(await kindsOf('?kind=grant,hold')).toEqual(both);
  expect(await read('?kind=grant,hold&limit=1')).toMatchObject({
    total: 2,
    sums: { inMinor: '10000', outMinor: '2000' },
  });
});

test('a cursor leads on within its filter, through lines of one time too', async () => {
  const other = await signIn(club, await club.member({ credits: 100n }));
  await postAll(
    club.db,
    Array.from({ length: 5 }, () => transferOf(other, 'stake', 7n)),
  );
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await call(server, `/api/me/statement?kind=stake&minMinor=7&limit=2${query}`, {
      cookie: other.cookie,
    });
    const page = (await answer.json()) as Page;
    expect(page.total).toBe(5);
    seen.push(...page.items.map(({ balanceAfterMinor }) => balanceAfterMinor));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['65', '72', '79', '86', '93']);
});

test('a cursor from beyond all time is refused, not looked for', async () => {
  for (const micros of ['9999999999999999', '4000000000000000']) {
    const cursor = encodeURIComponent(`${micros}~${newId()}~stake`);
    expect((await call(server, `/api/me/statement?cursor=${cursor}`, { cookie: member.cookie })).status).toBe(400);
  }
});

test('a top-up names what was asked for, though its posting is the payment’s', async () => {
  const wallet = await openWallet(club);
  const topper = await signIn(club, await readyMember(club, wallet));
  const id = await startOne(wallet, topper, 5_000n);
  await hear(club, wallet, paidIn(id, 5_000n));
  const answer = await call(server, '/api/me/statement?kind=top-up', { cookie: topper.cookie });
  const { items, sums } = (await answer.json()) as Page;
  expect(items).toMatchObject([{ kind: 'top-up', amountMinor: '5000', of: { what: 'top-up', id } }]);
  expect(items[0]?.ref).not.toBe(id);
  expect(sums).toEqual({ inMinor: '5000', outMinor: '0' });
  const receipt = await call(server, `/api/me/receipts/${items[0]?.ref}.pdf`, { cookie: topper.cookie });
  expect(receipt.status).toBe(200);
  const own = await call(server, `/api/me/receipts/${id}.pdf`, { cookie: topper.cookie });
  expect(own.status, 'the receipt is also found by the top-up').toBe(200);
  expect((await call(server, `/api/me/receipts/${id}.pdf`, { cookie: member.cookie })).status).toBe(404);
  wallet.close();
});

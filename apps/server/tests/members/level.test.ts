import { randomInt } from 'node:crypto';
import { SUM_BETS } from '@tercet/fair';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FieldCipher, loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { DAY_MS } from '../../src/durations.ts';
import { advance } from '../draw/drawing.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { givePayee, nameMember } from '../kit/persons.ts';

const PERIODS = 8;

let club: Club;
let table: OpenTable;
let server: TestServer;
let cipher: FieldCipher;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
  cipher = await loadFieldCipher(server.keysDir);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function newMember(credits?: bigint): Promise<SignedIn> {
  return signIn(club, await club.member(credits === undefined ? {} : { credits }));
}

async function levelOf(member: SignedIn): Promise<number> {
  const answer = await call(server, '/api/me', { cookie: (await signIn(club, member)).cookie });
  return ((await answer.json()) as { level: number }).level;
}

async function settledOf(member: SignedIn): Promise<number> {
  const answer = await call(server, '/api/me/settled-draws', { cookie: member.cookie });
  return ((await answer.json()) as { count: number }).count;
}

test('a level follows from verification, then from a year', async () => {
  const start = club.clock.nowMs();
  const member = await newMember();
  expect(await levelOf(member)).toBe(1);
  await nameMember(club.db, member);
  expect(await levelOf(member)).toBe(1);
  await givePayee(club.db, cipher, member);
  expect(await levelOf(member)).toBe(2);
  const anniversary = new Date(start);
  anniversary.setUTCFullYear(anniversary.getUTCFullYear() + 1);
  await club.clock.set(anniversary.getTime() - DAY_MS);
  expect(await levelOf(member)).toBe(2);
  await club.clock.set(anniversary.getTime() + DAY_MS);
  expect(await levelOf(member)).toBe(3);
  const stranger = await newMember();
  expect(await levelOf(stranger)).toBe(1);
  await club.clock.set(start);
});

test('house rule 6: a level never changes with stakes, wins or losses, over random play', async () => {
  const credits = 1_000_000n;
  const plain = await newMember(credits);
  const verified = await newMember(credits);
  await nameMember(club.db, verified);
  await givePayee(club.db, cipher, verified);
  const levels = () => Promise.all([levelOf(plain), levelOf(verified)]);
  expect(await levels()).toEqual([1, 2]);
  for (let turn = 0; turn < PERIODS; turn++) {
    for (const member of [plain, verified]) {
      for (let slips = randomInt(1, 4); slips > 0; slips--) {
        const bet = SUM_BETS[randomInt(SUM_BETS.length)] ?? 'big';
        const body = slipBody(table, [{ bet, stakeMinor: BigInt(randomInt(1, 200)) * 100n }]);
        expect((await placeOver(server, member, body)).status).toBe(201);
      }
    }
    expect(await levels()).toEqual([1, 2]);
    const { locks, draws } = table.schedule();
    await club.at(locks * 1_000);
    await advance(club, table);
    await club.at(draws * 1_000);
    await advance(club, table);
    expect(await levels()).toEqual([1, 2]);
  }
});

test('the settled draws that a member bet on are counted once each, and nobody else’s', async () => {
  const member = await newMember();
  const other = await newMember();
  expect(await settledOf(member)).toBe(0);
  for (const _ of [1, 2]) {
    const body = slipBody(table, [{ bet: 'odd', stakeMinor: 100n }]);
    expect((await placeOver(server, member, body)).status).toBe(201);
  }
  expect(await settledOf(member)).toBe(0);
  const { locks, draws } = table.schedule();
  await club.at(locks * 1_000);
  await advance(club, table);
  await club.at(draws * 1_000);
  await advance(club, table);
  expect(await settledOf(member)).toBe(1);
  expect(await settledOf(other)).toBe(0);
});

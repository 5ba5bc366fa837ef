import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import type { LimitKind } from '../../src/members/limits/limit-kinds.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';

// A requested looser limit, while whole servers stop and start on one database.

const TIGHT = 2_000n;
const LOOSE = 9_000n;

let club: Club;
let table: OpenTable;
let first: TestServer;
let mira: SignedIn;
let requestedAtMs: number;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-3600', periodSeconds: 3_600 });
});
beforeEach(async () => {
  first = await openServer(club);
  mira = await signIn(club, await club.member());
  requestedAtMs = club.clock.nowMs();
});
afterEach(async () => {
  await first.stop();
});
afterAll(() => club.close());

interface LimitsAnswer {
  limits: { kind: LimitKind; value: string | null; asked: { id: string; confirmableAtMs: number } | null }[];
  code?: string;
}

/** The limit of a day's stakes, as the server reports it. */
async function limitOf(server: TestServer): Promise<LimitsAnswer['limits'][number] | undefined> {
  const { limits } = (await (await call(server, '/api/me/limits', { cookie: mira.cookie })).json()) as LimitsAnswer;
  return limits.find(({ kind }) => kind === 'stake-day');
}

async function set(server: TestServer, value: bigint | null): Promise<void> {
  const body = { kind: 'stake-day', value: value === null ? null : String(value) };
  expect((await call(server, '/api/me/limits', { cookie: mira.cookie, body })).status).toBe(200);
}

/** Sets a tight limit and requests a looser one. Returns the id of the request. */
async function askForMore(server: TestServer): Promise<string> {
  await set(server, TIGHT);
  await set(server, LOOSE);
  return (await limitOf(server))?.asked?.id ?? '';
}

/** The error code of the answer, or `done`. */
async function confirm(server: TestServer, id: string): Promise<string | undefined> {
  const body = { kind: 'stake-day', id };
  const answer = await call(server, '/api/me/limits/confirm', { cookie: mira.cookie, body });
  return answer.ok ? 'done' : ((await answer.json()) as LimitsAnswer).code;
}

async function bet(server: TestServer, stakeMinor: bigint): Promise<string | undefined> {
  const body = slipBody(table, [{ bet: 'big', stakeMinor }]);
  const answer = await placeOver(server, mira, body, randomUUID());
  return answer.ok ? 'done' : ((await answer.json()) as LimitsAnswer).code;
}

/** Moves the clock and signs in again, since the old session may have expired. */
async function goTo(ms: number): Promise<void> {
  await club.at(ms);
  mira = await signIn(club, mira);
}

/**
 * Checks that the tight limit applies. A slip fails for it, or for another of `codes`: after a jump a server may still
 * have an older period.
 */
async function expectTight(server: TestServer, id: string, codes = ['limit-stake-day']): Promise<void> {
  expect(await limitOf(server)).toMatchObject({
    value: String(TIGHT),
    asked: { id, confirmableAtMs: requestedAtMs + DAY_MS },
  });
  expect(await bet(server, LOOSE)).toBeOneOf(codes);
  expect(await confirm(server, id)).toBe('too-early');
}

test('stays tight for its day on every server there is, the one that took it and one that came later', async () => {
  const id = await askForMore(first);
  const second = await openServer(club);
  await expectTight(second, id);
  await first.stop();
  await goTo(requestedAtMs + DAY_MS - 1);
  await expectTight(second, id);
  await second.stop();
  first = await openServer(club);
  await expectTight(first, id);
});

test('is confirmed after its day, on another server than it was asked for on, and by a yes alone', async () => {
  const id = await askForMore(first);
  await first.stop();
  await goTo(requestedAtMs + DAY_MS);
  first = await openServer(club);
  expect(await limitOf(first), 'the day alone changes nothing').toMatchObject({ value: String(TIGHT), asked: { id } });
  expect(await bet(first, LOOSE)).toBe('limit-stake-day');
  expect(await confirm(first, id)).toBe('done');
  await first.stop();
  first = await openServer(club);
  expect(await limitOf(first)).toMatchObject({ value: String(LOOSE), asked: null });
  expect(await bet(first, LOOSE)).toBe('done');
});

test('is not helped by a clock that jumps back, nor by one that jumped ahead and was put right again', async () => {
  const id = await askForMore(first);
  const second = await openServer(club);
  const refused = ['limit-stake-day', 'betting-closed', 'period-not-open'];
  for (const jump of [-2 * HOUR_MS, 12 * HOUR_MS, -40 * DAY_MS, DAY_MS - 1, 0]) {
    await goTo(requestedAtMs + jump);
    await expectTight(first, id, refused);
    await expectTight(second, id, refused);
  }
  // Briefly far ahead without a confirmation, then back to the same day.
  await goTo(requestedAtMs + 30 * DAY_MS);
  expect((await limitOf(second))?.value).toBe(String(TIGHT));
  await goTo(requestedAtMs + HOUR_MS);
  await second.stop();
  const third = await openServer(club);
  await expectTight(third, id);
  await third.stop();
});

test('begins its day anew where it is asked for again after a jump, and drops what was asked before', async () => {
  const id = await askForMore(first);
  await goTo(requestedAtMs + 20 * HOUR_MS);
  await set(first, LOOSE + 1n);
  requestedAtMs = club.clock.nowMs();
  const again = (await limitOf(first))?.asked?.id ?? '';
  await first.stop();
  await goTo(requestedAtMs + 5 * HOUR_MS);
  first = await openServer(club);
  expect(await confirm(first, id)).toBe('not-found');
  await expectTight(first, again);
});

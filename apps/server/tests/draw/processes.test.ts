import { drawDice, type Stake, verifyBeaconRound } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEASE_MS } from '../../src/db/lease.ts';
import type { Period } from '../../src/draw/periods.ts';
import { call, placeOver, type SignedIn, signIn, slipBody } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openStream } from '../live/stream-client.ts';
import { expectBooksBalance, outcomeOf, periodIn, until, untilPaid, untilSealed, winOf } from './drawing.ts';
import { type RealClub, runClub, type ServerProcess } from './processes.ts';

/** The server's health check ignores a beacon head of this age, in milliseconds. */
const HEAD_OLD_MS = 20_000;

let club: Club;
let table: OpenTable;
let real: RealClub;
let member: SignedIn;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  member = await signIn(club, await club.member({ credits: 1_000_000n }));
  real = await runClub(club);
}, 120_000);
afterAll(async () => {
  await real.close();
  await club.close();
});

function untilReady(server: ServerProcess): Promise<void> {
  return until('readiness', async () => (await call(server, '/api/health')).status === 200);
}

/** The current period, shortly after its start by the running clock. */
async function freshPeriod(): Promise<Period> {
  const next = Math.floor(real.nowMs() / 30_000) + 1;
  await real.jumpTo(next * 30_000 + 500);
  return periodIn(club, table, next);
}

const BETS: readonly Stake[] = [
  { bet: 'small', stakeMinor: 1_000n },
  { bet: 'big', stakeMinor: 3_000n },
  { bet: 's10', stakeMinor: 500n },
];

/** Places a slip over HTTP. Retries, since the server may not know the newest beacon round yet. */
async function bet(server: ServerProcess, { drawId }: Period): Promise<string> {
  const body = { ...slipBody(table, BETS), drawId };
  let text = '';
  await until('a slip', async () => {
    const answer = await placeOver(server, member, body);
    text = await answer.text();
    if (answer.status !== 201 && !text.includes('beacon-disagrees')) throw new Error(text);
    return answer.status === 201;
  });
  return JSON.parse(text).slip.id;
}

async function read(server: ServerProcess, path: string): Promise<Record<string, unknown>> {
  return (await (await call(server, path, { cookie: member.cookie })).json()) as Record<string, unknown>;
}

async function available(): Promise<bigint> {
  const { rows } = await club.pool.query('select available from ledger.balance where member_id = $1', [
    member.memberId,
  ]);
  return rows[0].available;
}

/** The dice of a period, computed from the beacon's answer without the server. */
async function diceFromBeacon(period: Period): Promise<number[]> {
  const { chain, url } = real.beacon();
  const answer = await fetch(`${url}/${chain.hash}/public/${period.round}`);
  const { signature } = (await answer.json()) as { signature: string };
  expect(verifyBeaconRound(chain, period.round, signature)).toBe(true);
  return drawDice({ chainHash: chain.hash, round: period.round, signature, drawId: period.drawId }).dice;
}

describe('a server that is killed with -9', () => {
  test('between the seal and the draw draws the same dice when it is started again', async () => {
    const first = await real.startServer();
    await untilReady(first);
    const period = await freshPeriod();
    const before = await available();
    const slipId = await bet(first, period);
    await real.jumpTo(period.locks * 1_000);
    await untilSealed(club, period);
    await first.end('SIGKILL');
    expect(await outcomeOf(club, period)).toMatchObject({ dice: [], entries: ['seal'], tasks: 1 });

    await real.jumpTo(period.draws * 1_000);
    const second = await real.startServer();
    await untilPaid(club, period);
    const dice = await diceFromBeacon(period);
    expect(await outcomeOf(club, period)).toEqual({
      dice: [dice],
      entries: ['seal', 'draw'],
      steps: ['settle'],
      tasks: 0,
    });
    expect(await read(second, `/api/draws/${period.drawId}`)).toMatchObject({ state: 'settled', dice });
    const win = winOf(club, { prepared: { selections: BETS, table: table.table } } as never, period);
    expect(await read(second, `/api/slips/${slipId}`)).toMatchObject({ state: 'won', dice, payoutMinor: String(win) });
    expect(await available()).toBe(before - 4_500n + win);
    await second.end('SIGKILL');
  }, 120_000);

  test('before the seal, and started again too late, makes the draw void and gives every stake back', async () => {
    const first = await real.startServer();
    await untilReady(first);
    const period = await freshPeriod();
    const before = await available();
    const slipId = await bet(first, period);
    expect(await available()).toBe(before - 4_500n);
    await first.end('SIGKILL');
    await real.jumpTo(period.sealByMs + 1);
    const second = await real.startServer();
    await untilPaid(club, period);
    expect(await outcomeOf(club, period)).toEqual({ dice: [], entries: ['void'], steps: ['refund'], tasks: 0 });
    expect(await read(second, `/api/slips/${slipId}`)).toMatchObject({
      state: 'void',
      dice: null,
      payoutMinor: '4500',
    });
    expect(await available()).toBe(before);
    // The table continues, and no later round gives the void draw dice.
    await untilReady(second);
    const next = await freshPeriod();
    await bet(second, next);
    await real.jumpTo(next.locks * 1_000);
    await untilSealed(club, next);
    await real.jumpTo(next.draws * 1_000);
    await untilPaid(club, next);
    expect((await outcomeOf(club, next)).dice).toEqual([await diceFromBeacon(next)]);
    expect((await outcomeOf(club, period)).dice).toEqual([]);
    await second.end('SIGKILL');
    await expectBooksBalance(club);
  }, 120_000);
});

test('a server that starts while its beacon is down serves and seals; it draws once the beacon is back', async () => {
  const startBeacon = await real.stopBeacon();
  // The beacon head that earlier servers stored is stale now.
  await real.jumpTo(real.nowMs() + HEAD_OLD_MS);
  const server = await real.startServer();
  expect(await read(server, '/api/health')).toMatchObject({ live: true, ready: false, checks: { database: true } });
  // Load balancers still send members to it: withdrawals work while draws do not.
  expect((await fetch(`${server.metrics}/health/ready`)).status).toBe(200);
  const period = await freshPeriod();
  await real.jumpTo(period.locks * 1_000);
  await untilSealed(club, period);
  await real.jumpTo(period.draws * 1_000);
  await startBeacon();
  await untilPaid(club, period);
  expect((await outcomeOf(club, period)).dice).toEqual([await diceFromBeacon(period)]);
  await untilReady(server);
  await server.end('SIGKILL');
}, 120_000);

test('each role tells whoever watches how it is, on a port of its own, and members nothing of it', async () => {
  const [api, draw] = [await real.startServer('--role=api'), await real.startServer('--role=draw')];
  await untilReady(api);
  await call(api, '/api/house');
  const reported = async (server: ServerProcess, path: string) => (await fetch(`${server.metrics}${path}`)).text();
  expect(await reported(api, '/metrics')).toMatch(/tercet_http_seconds_count\{[^}]*route="\/api\/house"[^}]*\} [1-9]/);
  expect(await reported(draw, '/metrics')).toMatch(/tercet_lease_held\{name="draw",[^}]*\} 1/);
  for (const server of [api, draw]) {
    expect(await reported(server, '/health/live')).toBe('live\n');
    expect((await fetch(`${server.metrics}/health/ready`)).status).toBe(200);
    expect((await fetch(`${server.metrics}/api/house`)).status).toBe(404);
  }
  expect((await call(api, '/metrics')).status).toBe(404);
  await Promise.all([api, draw].map((server) => server.end('SIGKILL')));
}, 120_000);

test('a draw in a process of its own is taken over by another when it is killed', async () => {
  const api = await real.startServer('--role=api');
  const loops = [await real.startServer('--role=draw'), await real.startServer('--role=draw')];
  await untilReady(api);
  const period = await freshPeriod();
  await bet(api, period);
  await real.jumpTo(period.locks * 1_000);
  await untilSealed(club, period);
  const [one, two] = loops as [ServerProcess, ServerProcess];
  await one.end('SIGKILL');
  await real.jumpTo(period.draws * 1_000);
  await untilPaid(club, period);
  const three = await real.startServer('--role=draw');
  await two.end('SIGKILL');
  const next = await freshPeriod();
  await bet(api, next);
  await real.jumpTo(next.locks * 1_000);
  await untilSealed(club, next);
  await real.jumpTo(next.draws * 1_000);
  await untilPaid(club, next);
  for (const each of [period, next]) expect((await outcomeOf(club, each)).dice).toEqual([await diceFromBeacon(each)]);
  await Promise.all([api, three].map((server) => server.end('SIGKILL')));
}, 120_000);

test('SIGTERM stops in order, with streams open and a request that never ends', async () => {
  // The lease of the killed process has expired.
  await real.jumpTo(real.nowMs() + 2 * LEASE_MS);
  const server = await real.startServer();
  await untilReady(server);
  const streams = await Promise.all([
    openStream(server.address),
    openStream(server.address, { cookie: member.cookie }),
    ...Array.from({ length: 20 }, () => openStream(server.address)),
  ]);
  const stuck = fetch(`${server.address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{')) }),
    duplex: 'half',
  } as RequestInit).catch(() => null);
  // The server exits with another code if this takes more than ten seconds.
  expect(await server.end('SIGTERM')).toBe(0);
  await Promise.all(streams.map(({ ended }) => ended));
  await stuck;
  const { rows } = await club.owner.query(`select 1 from draw.lease where name = 'draw' and until_at > clock.now()`);
  expect(rows).toEqual([]);
}, 120_000);

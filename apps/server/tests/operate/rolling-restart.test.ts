import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksBalance, outcomeOf, periodIn, until, untilPaid } from '../draw/drawing.ts';
import { type RealClub, runClub, type ServerProcess } from '../draw/processes.ts';
import { call, placeOver, type SignedIn, signIn, slipBody } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { waitersNow } from '../kit/locks.ts';
import { openStream, type StreamClient } from '../live/stream-client.ts';
import { type Players, startPlayers } from './players.ts';
import { openSwitch, type Switch } from './switch.ts';

const MEMBERS = 8;
const STREAMS = 40;
/** Enough time for the load balancer, which polls 20 times a second. */
const GRACE = { TERCET_DRAIN_SECONDS: '0.5' };

let club: Club;
let table: OpenTable;
let real: RealClub;
let front: Switch;
let members: SignedIn[];
beforeAll(async () => {
  club = await openClub({ connectionsMax: 8 });
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  members = [];
  for (const member of await club.members(MEMBERS)) members.push(await signIn(club, member));
  real = await runClub(club);
  front = await openSwitch();
}, 120_000);
afterAll(async () => {
  front.close();
  await real.close();
  await club.close();
});

async function startApi(): Promise<ServerProcess> {
  const server = await real.startServerWith(GRACE, '--role=api');
  await untilReady(server);
  front.add(server);
  return server;
}

function untilReady(server: ServerProcess): Promise<void> {
  return until('readiness', async () => (await call(server, '/api/health')).status === 200);
}

function untilPlayed(players: Players): Promise<void> {
  const before = players.acknowledged.length;
  return until('more slips', async () => {
    expect(players.seen).toEqual([]);
    return players.acknowledged.length > before + 3 * MEMBERS;
  });
}

/** Keeps streams open like phones: reopens those that end, through the load balancer. */
function keepStreams(count: number): { open: Set<StreamClient>; ended(): number; stop(): void } {
  const open = new Set<StreamClient>();
  let ended = 0;
  let stopped = false;
  async function keep(): Promise<void> {
    while (!stopped) {
      const stream = await openStream(front.address).catch(() => null);
      if (stream === null) continue;
      open.add(stream);
      await stream.ended;
      open.delete(stream);
      ended += 1;
    }
  }
  for (let index = 0; index < count; index++) void keep();
  return {
    open,
    ended: () => ended,
    stop() {
      stopped = true;
      for (const stream of open) stream.socket.destroy();
    },
  };
}

test('a club whose processes are replaced one by one under load loses no slip, no draw and no member', async () => {
  let drawers = [await real.startServer('--role=draw'), await real.startServer('--role=draw,jobs')];
  let apis = [await startApi(), await startApi()];
  const first = Math.floor(real.nowMs() / 30_000);
  const players = startPlayers(front.address, members, table, real);
  const streams = keepStreams(STREAMS);
  await until('all streams', async () => streams.open.size === STREAMS);
  await untilPlayed(players);

  const replaced: ServerProcess[] = [];
  for (const old of apis) {
    replaced.push(await startApi());
    expect(await old.end('SIGTERM')).toBe(0);
    await untilPlayed(players);
  }
  apis = replaced;
  for (const [index, old] of drawers.entries()) {
    const next = await real.startServer('--role=draw,jobs');
    // Amid work: after the next lock and the round of the period before.
    const locks = Math.floor(real.nowMs() / 30_000) + 1;
    await until('a lock', async () => real.nowMs() > locks * 30_000 + index * 200);
    expect(await old.end('SIGTERM')).toBe(0);
    drawers = [...drawers.slice(1), next];
    await untilPlayed(players);
  }
  const last = Math.floor(real.nowMs() / 30_000);
  await players.stop();
  await until('streams that are back', async () => streams.open.size === STREAMS);
  expect(streams.ended()).toBeGreaterThanOrEqual(STREAMS);
  streams.stop();

  expect(players.seen).toEqual([]);
  // Members saw no errors of the house, not even ones that a retry heals.
  expect(players.countRetries.filter((what) => /^5\d\d/.test(what) && !what.includes('beacon-disagrees'))).toEqual([]);
  await expectAllThere(players);
  for (let period = first; period < last; period++) {
    await untilPaid(club, periodIn(club, table, period));
    const outcome = await outcomeOf(club, periodIn(club, table, period));
    expect(outcome).toMatchObject({ entries: ['seal', 'draw'], steps: ['settle'] });
  }
  await expectBooksBalance(club);
  await Promise.all([...apis, ...drawers].map((server) => server.end('SIGKILL')));
}, 300_000);

/** Checks that every acknowledged slip exists with its key, and that nothing else was staked. */
async function expectAllThere({ acknowledged }: Players): Promise<void> {
  const { rows } = await club.owner.query(
    `select s.id, (select count(*) from ledger.transfer t
       where t.bucket = s.bucket and t.ref = s.id and t.kind = 'stake')::integer as stakes
     from lottery.slip s`,
  );
  const stakes = new Map(rows.map((row) => [row.id, row.stakes]));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(new Set(acknowledged.map(({ slipId }) => slipId)).size).toBe(acknowledged.length);
  expect(acknowledged.filter(({ slipId }) => stakes.get(slipId) !== 1)).toEqual([]);
}

test('a process that is told to end is not ready at once, serves through its grace, and answers what it has begun', async () => {
  const peer = await real.startServer('--role=draw');
  const server = await real.startServerWith({ TERCET_DRAIN_SECONDS: '1.5' }, '--role=api');
  await untilReady(server);
  const member = members[0] as SignedIn;
  // A slip that waits for its bucket's gate, which is locked.
  const period = Math.floor(real.nowMs() / 30_000);
  const body = { ...slipBody(table, [{ bet: 'small', stakeMinor: 100n }]), drawId: table.schedule(period).drawId };
  const blocker = await club.owner.connect();
  await blocker.query('begin');
  await blocker.query('select 1 from lottery.gate where lottery_id = $1 and bucket = $2 for update', [
    table.lotteryId,
    member.bucket,
  ]);
  const slip = placeOver(server, member, body);
  slip.catch(() => {});
  await until('the wait for the gate', async () =>
    (await waitersNow(club.owner)).some(({ application }) => application === 'tercet slips'),
  );
  const ending = server.end('SIGTERM');
  await until('no readiness', async () => (await fetch(`${server.metrics}/health/ready`)).status === 503);
  const health = await call(server, '/api/health');
  expect([health.status, await health.json()]).toMatchObject([503, { live: true, ready: false }]);
  const house = await call(server, '/api/house');
  expect([house.status, house.headers.get('connection')]).toEqual([200, 'close']);
  await until('no new connection', () =>
    call(server, '/api/house').then(
      () => false,
      () => true,
    ),
  );
  await blocker.query('rollback');
  blocker.release();
  const answer = await slip;
  expect([201, 409]).toContain(answer.status);
  if (answer.status === 409) expect(await answer.json()).toMatchObject({ code: 'betting-closed' });
  expect(await ending).toBe(0);
  await peer.end('SIGKILL');
}, 120_000);

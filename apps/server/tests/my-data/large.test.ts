import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';

const SLIPS = 30_000;
const MEGABYTE = 2 ** 20;
const LOOK_EVERY = 8 * MEGABYTE;

let club: Club;
let table: OpenTable;
let server: TestServer;
let member: SignedIn;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  server = await openServer(club);
  member = await signIn(club, await club.member());
  await addSlips();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await club.close();
});

/** Inserts many bets into a period as the owner, without checks. */
async function addSlips(): Promise<void> {
  const { period, locks } = table.schedule();
  await club.owner.query(
    `insert into lottery.slip (bucket, member_id, day, lottery_id, period, id, key, table_id, accepted_ms, total,
       at_risk, stakes, commitment, leaf)
     select $1, $2, (to_timestamp($5) at time zone 'UTC')::date, $3, $4, gen_random_uuid(), gen_random_uuid(), 1, n, 100,
       0, array_fill(100::bigint, '{20}'), '\\x00', '\\x00'
     from generate_series(1, $6::integer) n`,
    [member.bucket, member.memberId, table.lotteryId, period, locks, SLIPS],
  );
  await club.owner.query('analyze lottery.slip');
}

/** Used heap after garbage collection, in megabytes. */
function heapMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / MEGABYTE;
}

test('tens of thousands of slips go through in little memory, each once', async () => {
  const before = heapMegabytes();
  const answer = await call(server, '/api/me/data.json', { cookie: member.cookie });
  const decoder = new TextDecoder();
  let [rest, slips, bytes, most] = ['', 0, 0, 0];
  for await (const piece of answer.body ?? []) {
    if (Math.floor(bytes / LOOK_EVERY) < Math.floor((bytes + piece.byteLength) / LOOK_EVERY)) {
      most = Math.max(most, heapMegabytes());
    }
    bytes += piece.byteLength;
    const text = rest + decoder.decode(piece, { stream: true });
    slips += text.split('"lotteryKey":').length - 1;
    rest = text.slice(-12);
  }
  expect(slips).toBe(SLIPS);
  expect(bytes).toBeGreaterThan(40 * MEGABYTE);
  expect(most).toBeGreaterThan(0);
  expect(most - before).toBeLessThan(20);
}, 120_000);

test('a download that is broken off gives its place and its connection back', async () => {
  for (let attempts = 0; attempts < 3; attempts++) {
    const abort = new AbortController();
    const answer = await fetch(`${server.address}/api/me/data.html`, {
      headers: { cookie: member.cookie },
      signal: abort.signal,
    });
    // Aborted downloads free their slot: none of the three is refused.
    expect(answer.status).toBe(200);
    abort.abort();
    await setTimeout(200);
    await expect
      .poll(
        async () => {
          const { rows } = await club.owner.query(
            "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
          );
          return rows.length;
        },
        { timeout: 10_000 },
      )
      .toBe(0);
  }
}, 60_000);

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Period } from '../../src/draw/periods.ts';
import { type ApiProcess, startProcess } from '../abuse/process.ts';
import { advance, periodIn } from '../draw/drawing.ts';
import { type Club, openClub } from '../kit/club.ts';
import { leafHashesOf } from '../kit/leaf-hashes.ts';
import { openServer, type TestServer } from './server.ts';

// The leaf hashes of a period are public, and a period may have any number of slips. No form of the answer may block
// the event loop.

/** CPU milliseconds that one turn may use. */
const HELD_MS_MAX = 50;
/** A long turn is measured again: compilation and garbage collection do not count. */
const ATTEMPTS = 4;
const PAGE_LEAVES = 1_024;

let club: Club;
let period: Period;
let server: TestServer;
let api: ApiProcess;
beforeAll(async () => {
  club = await openClub();
  const table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  server = await openServer(club);
  await club.place(await club.member(), table, [{ bet: 'big', stakeMinor: 100n }]);
  period = periodIn(club, table);
  await club.at(period.locks * 1_000);
  await advance(club, table);
  api = await startProcess(club, server.keysDir, { TERCET_READS_PER_ADDRESS: '1000000000' });
}, 120_000);
afterAll(async () => {
  await api.stop();
  await server.stop();
  await club.close();
});

/** Replaces the leaves of the sealed period by this many random ones. */
async function fill(count: number): Promise<void> {
  await club.owner.query('delete from draw.leaf_page');
  await club.owner.query(
    `insert into draw.leaf_page (lottery_id, period, page, first_id, root, leaves)
     select s.lottery_id, s.period, n, gen_random_uuid(), sha256(n::text::bytea), hashes.leaves
     from draw.seal s cross join generate_series(0, ($1::integer - 1) / ${PAGE_LEAVES}) n cross join lateral (
       select string_agg(sha256((n || ' ' || i)::bytea), '' order by i) as leaves
       from generate_series(1, least(${PAGE_LEAVES}, $1::integer - n * ${PAGE_LEAVES})) i
     ) hashes`,
    [count],
  );
  await club.owner.query('update draw.seal set slip_count = $1', [count]);
}

async function read(accept: string): Promise<Response> {
  const answer = await fetch(`${api.address}/book/slips/${period.drawId}`, { headers: { accept } });
  expect(answer.status).toBe(200);
  return answer;
}

/** Longest turn of the event loop while the whole answer is sent; the best of several if long. */
async function held(accept: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ATTEMPTS && least > HELD_MS_MAX; n++) {
    least = Math.min(least, await api.held(async () => (await read(accept)).arrayBuffer()));
  }
  return least;
}

test.each([1, 2, 32 * PAGE_LEAVES, 32 * PAGE_LEAVES + 1])(
  'the JSON form of %i hashes has exactly the hashes of the period, and says its length',
  async (count) => {
    await fill(count);
    const answer = await read('application/json');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const text = await answer.text();
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const leafHashes = await leafHashesOf(club.db, period);
    expect(leafHashes).toHaveLength(count);
    expect(text).toBe(JSON.stringify({ drawId: period.drawId, count, leafHashes }));
  },
);

test.each(['application/json', 'application/octet-stream'])(
  'no turn of the event loop takes long, of however many hashes: %s',
  async (accept) => {
    await fill(500_000);
    expect(await held(accept)).toBeLessThanOrEqual(HELD_MS_MAX);
  },
  120_000,
);

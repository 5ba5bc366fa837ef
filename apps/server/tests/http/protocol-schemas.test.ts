import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaFault } from '../../../../packages/fair/tests/schemas.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { publishLiabilities } from '../../src/jobs/publish-liabilities.ts';
import { keysFolder, signDeps } from '../book/book-kit.ts';
import { advance, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from './server.ts';

let club: Club;
let table: OpenTable;
let server: TestServer;
let member: SignedIn;
const keys = keysFolder();

beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
  const [first] = await club.members(1);
  if (first === undefined) throw new Error('no member');
  member = await signIn(club, first);
  await sign();
  // A checkpoint must contain the table before its first period.
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
  await sign();
});
afterAll(async () => {
  await server.stop();
  await club.close();
  keys.remove();
});

async function sign(): Promise<void> {
  while ((await signTreeHeads(signDeps(club, keys))) > 0);
}

async function read(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await call(server, path, { cookie: member.cookie, headers });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe('the published schemas hold for', () => {
  test('a bet, its draw and its proof from the first answer to the result', async () => {
    const period = periodIn(club, table);
    const placed = await (await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: 250n }]))).json();
    expect(schemaFault('placed-slip', placed)).toBeNull();
    const { id } = (placed as { slip: { id: string } }).slip;
    const shown = async () => [
      schemaFault('slip-proof', await read(`/api/slips/${id}/proof`)),
      schemaFault('draw-proof', await read(`/api/draws/${period.drawId}`)),
    ];
    expect(await shown()).toEqual([null, null]);
    for (const seconds of [period.locks, period.draws]) {
      await club.at(seconds * 1_000);
      await advance(club, table);
      await sign();
      expect(await shown()).toEqual([null, null]);
    }
    const leaves = await read(`/book/slips/${period.drawId}`, { accept: 'application/json' });
    expect(schemaFault('leaf-hashes', leaves)).toBeNull();
  });

  test('a void draw', async () => {
    const period = periodIn(club, table);
    await club.at(period.draws * 1_000);
    await advance(club, table);
    await sign();
    expect(schemaFault('draw-proof', await read(`/api/draws/${period.drawId}`))).toBeNull();
  });

  test('what is owed to a member', async () => {
    const midnight = Math.ceil(periodIn(club, table).locks / 86_400) * 86_400;
    await club.at(midnight * 1_000 + 1);
    expect(await publishLiabilities(club.db)).toBe('published');
    const unplaced = (await read('/api/me/owed')) as { owed: unknown };
    expect(schemaFault('owed-file', unplaced.owed)).toBeNull();
    await sign();
    const { owed } = (await read('/api/me/owed')) as { owed: { inBook?: unknown } };
    expect(owed.inBook).toBeDefined();
    expect(schemaFault('owed-file', owed)).toBeNull();
  });

  test('the entries of the book, and each body', async () => {
    const list = (await read('/api/book/entries?limit=100')) as { items: { body: string }[] };
    expect(schemaFault('entry-list', list)).toBeNull();
    expect(list.items.length).toBeGreaterThan(4);
    expect(list.items.flatMap(({ body }) => schemaFault('entry', JSON.parse(body)) ?? [])).toEqual([]);
  });
});

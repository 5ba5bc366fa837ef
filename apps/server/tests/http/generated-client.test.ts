import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type TemporaryFolder, temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { advance, diceOf, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { openStream } from '../live/stream-client.ts';
import { openServer, type TestServer } from './server.ts';

// A client that Hey API generates from the served document, and nothing else, plays a round.

const ROOT = join(import.meta.dirname, '../../../..');
const GENERATOR = join(ROOT, 'node_modules/@hey-api/openapi-ts/bin/run.js');
const PASSWORD = 'seven-quiet-lanterns';

/** What the test uses of the generated functions; their own types come from the generator. */
type Act = (options?: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
interface Generated {
  client: { setConfig(config: object): void };
  acts: Record<'signIn' | 'getSession' | 'getLottery' | 'placeSlip' | 'getSlip' | 'getBookTile', Act>;
}

let club: Club;
let table: OpenTable;
let server: TestServer;
let folder: TemporaryFolder;
let generated: Generated;

beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
  folder = temporaryFolder('tercet-client-');
  generated = await generate();
});
afterAll(async () => {
  await server.stop();
  await club.close();
  folder.remove();
});

/** Generates a client from the document that the server serves, and loads it. */
async function generate(): Promise<Generated> {
  const input = join(folder.path, 'openapi.json');
  writeFileSync(input, await (await fetch(`${server.address}/api/openapi.json`)).text());
  const path = join(folder.path, 'client');
  const config = join(folder.path, 'config.mjs');
  const options = { input, output: { path, module: { extension: '.ts' } }, plugins: ['@hey-api/client-fetch'] };
  writeFileSync(config, `export default ${JSON.stringify({ ...options, logs: { file: false, level: 'error' } })};\n`);
  execFileSync(process.execPath, [GENERATOR, '-f', config], { cwd: folder.path, timeout: 60_000 });
  const acts = (await import(join(path, 'sdk.gen.ts'))) as Generated['acts'];
  return { acts, client: ((await import(join(path, 'client.gen.ts'))) as Pick<Generated, 'client'>).client };
}

/** Signs a member in with a password through the client, whose later calls carry the session. */
async function signInByClient(): Promise<string> {
  const { memberId, userName } = await club.member();
  const hash = await createPasswords().hash(PASSWORD);
  await club.owner.query('update members.member set password_hash = $2 where member_id = $1', [memberId, hash]);
  const { acts, client } = generated;
  // A new browser: without the cookie of an earlier session.
  client.setConfig({ baseUrl: server.address, headers: { cookie: null, origin: server.address } });
  const { response, error } = await acts.signIn({ body: { userName, password: PASSWORD } });
  expect([response.status, error]).toEqual([201, undefined]);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  client.setConfig({ baseUrl: server.address, headers: { cookie, origin: server.address } });
  return cookie;
}

test('a generated client signs in, places a slip, and reads the result', async () => {
  const cookie = await signInByClient();
  const { acts } = generated;
  const session = (await acts.getSession()).data as { member: { id: string } };
  const stream = await openStream(server.address, { cookie });
  const lottery = (await acts.getLottery({ path: { key: table.key } })).data as {
    current: { drawId: string };
    table: { hash: string };
  };
  const period = periodIn(club, table);
  const slip = {
    headers: { 'idempotency-key': randomUUID(), 'tercet-caller': session.member.id, origin: server.address },
    body: {
      drawId: lottery.current.drawId,
      tableHash: lottery.table.hash,
      selections: [{ bet: 'big', stakeMinor: '100' }],
    },
  };
  const placed = await acts.placeSlip(slip);
  expect([placed.response.status, placed.error]).toEqual([201, undefined]);
  const { id, state } = (placed.data as { slip: { id: string; state: string } }).slip;
  expect(state).toBe('pending');
  // The same key again is the same slip.
  expect((await acts.placeSlip(slip)).data).toMatchObject({ slip: { id } });

  await club.at(period.locks * 1_000);
  await advance(club, table);
  await club.at(period.draws * 1_000 + 1_000);
  await advance(club, table);
  await stream.until(({ event }) => event === 'settled');
  const settled = (await acts.getSlip({ path: { id } })).data as { state: string; dice: number[] };
  const dice = diceOf(club, period);
  expect(settled.dice).toEqual(dice);
  const sum = dice.reduce((total, one) => total + one, 0);
  expect(settled.state).toBe(sum > 10 && new Set(dice).size > 1 ? 'won' : 'lost');
  expect(await faultsOf(stream.events)).toEqual([]);
  stream.socket.destroy();
});

test('a refusal has a code that the document lists', async () => {
  await signInByClient();
  const { error, response } = await generated.acts.placeSlip({
    headers: { 'idempotency-key': randomUUID(), 'tercet-caller': randomUUID(), origin: server.address },
    body: { drawId: 'dice-30/1', tableHash: 'a'.repeat(64), selections: [] },
  });
  expect([response.status, error]).toMatchObject([409, { code: 'caller-changed' }]);
  const { components } = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as {
    components: { schemas: { RefusalCode: { enum: string[]; 'x-status': Record<string, number> } } };
  };
  expect(components.schemas.RefusalCode['x-status']['caller-changed']).toBe(409);
});

test('a path parameter with slashes reaches its route, since generators encode them', async () => {
  await signTreeHeads({ db: club.draw, keysDir: server.keysDir, origin: ORIGIN });
  generated.client.setConfig({ baseUrl: server.address });
  const { response, error } = await generated.acts.getBookTile({ path: { path: '0/000.p/1' } });
  expect(new URL(response.url).pathname).toBe('/book/tile/0%2F000.p%2F1');
  expect([response.status, error]).toEqual([200, undefined]);
});

/** Events that the document does not describe. */
async function faultsOf(events: readonly { event: string; data: unknown }[]): Promise<string[]> {
  const { components } = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as {
    components: { schemas: Record<string, object> };
  };
  const text = JSON.stringify({ $ref: '#/$defs/StreamEvent', $defs: components.schemas });
  const schema = z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['sealed', 'drawn', 'settled', 'balance']));
  return events.flatMap(({ event, data }) => {
    const { error } = schema.safeParse({ event, data });
    return error ? [`${event}: ${JSON.stringify(data)}`] : [];
  });
}

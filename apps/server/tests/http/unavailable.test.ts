import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { operationsOf } from '../abuse/api-document.ts';
import { type Caller, type Ground, openGround } from '../abuse/ground.ts';
import { makeUp } from '../abuse/made-up.ts';
import { requestOf } from '../abuse/made-up-request.ts';
import { seededRandom } from '../kit/random.ts';
import { call } from './server.ts';

const STREAMS = new Set(['/api/stream', '/api/console/stream']);
/** In `npm test`. */
const OPERATIONS_TRIED = 100;
const OPERATIONS = sampleOf(
  operationsOf().filter(({ path }) => !STREAMS.has(path)),
  OPERATIONS_TRIED,
);
const ROUNDS = 3;
const KILL_EVERY_MS = 20;

let ground: Ground;
let cookies: Map<Caller, string>;
beforeAll(async () => {
  ground = await openGround();
  cookies = new Map();
  for (const caller of ['member', 'owner', 'finance', 'content', 'support', 'auditor'] as const)
    cookies.set(caller, (await ground.cookieOf(caller)) ?? '');
}, 120_000);
afterAll(() => ground.close());

interface Answered {
  call: string;
  status: number;
  code: string;
  retryAfter: string | null;
}

/** Calls every operation with valid bodies and a permitted caller. */
async function callAll(): Promise<Answered[]> {
  const random = seededRandom(20_261_127);
  const madeUp = makeUp(random, ground.ids, ground.known);
  const answers: Answered[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const operation of OPERATIONS) {
      const { path, headers, body } = requestOf(operation, madeUp, 'fitting');
      const staff = (['owner', 'finance', 'content', 'support'] as const)[round] ?? 'owner';
      const cookie = cookies.get(operation.path.startsWith('/api/console/') ? staff : 'member') ?? '';
      const { method } = operation;
      const answer = await call(ground.server, path, {
        method,
        headers,
        cookie,
        ...(body === undefined ? {} : { body }),
      });
      // The connection of a file that has begun is cut.
      const text = await answer.text().catch(() => '');
      const code = /"code":"([\w-]+)"/.exec(text)?.[1] ?? '';
      const retryAfter = answer.headers.get('retry-after');
      answers.push({ call: `${method} ${operation.path}`, status: answer.status, code, retryAfter });
    }
  }
  return answers;
}

function faultsOf(answers: readonly Answered[]): Answered[] {
  return answers.filter(({ status, retryAfter }) => status >= 500 && (status !== 503 || retryAfter === null));
}

async function everyConnectionEnds(): Promise<void> {
  await ground.club.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user`,
  );
}

test('a read-only database is answered 503 with Retry-After where something would be written, never 500', async () => {
  const { owner } = ground.club;
  const name = (await owner.query('select current_database() as name')).rows[0].name as string;
  await owner.query(`alter database ${name} set default_transaction_read_only = on`);
  await everyConnectionEnds();
  try {
    const answers = await callAll();
    expect(faultsOf(answers)).toEqual([]);
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(20);
    expect(answers.filter(({ call, status }) => call.startsWith('GET') && status < 300).length).toBeGreaterThan(20);
  } finally {
    // The owner's connection may be new and thus read-only too.
    await owner.query(`begin read write; alter database ${name} reset default_transaction_read_only; commit`);
    await everyConnectionEnds();
    await owner.query('set default_transaction_read_only = off');
  }
}, 300_000);

test('connections that end in the middle of calls are answered 503 with Retry-After, never 500', async () => {
  let isDone = false;
  const ending = (async () => {
    while (!isDone) {
      await everyConnectionEnds();
      await sleep(KILL_EVERY_MS);
    }
  })();
  const answers = await callAll().finally(async () => {
    isDone = true;
    await ending;
  });
  expect(faultsOf(answers)).toEqual([]);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(5);
}, 300_000);

test('a database that takes no connections is answered 503 with Retry-After, never 500', async () => {
  const { database } = ground.club;
  const name = new URL(database.ownerUrl).pathname.slice(1);
  const server = new pg.Client({
    connectionString: Object.assign(new URL(database.ownerUrl), { pathname: '/postgres' }).href,
  });
  await server.connect();
  try {
    await server.query(`alter database ${name} allow_connections false`);
    await everyConnectionEnds();
    const answers = await callAll();
    expect(faultsOf(answers)).toEqual([]);
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(20);
  } finally {
    await server.query(`alter database ${name} allow_connections true`);
    await server.end();
  }
}, 300_000);

test('afterwards the same calls are answered again', async () => {
  expect((await call(ground.server, '/api/lotteries')).status).toBe(200);
  const cookie = (await ground.cookieOf('member')) ?? '';
  expect((await call(ground.server, '/api/me', { cookie })).status).toBe(200);
});

test('a call that announces JSON and sends none is a call without a body', async () => {
  const cookie = (await ground.cookieOf('member')) ?? '';
  for (const type of ['application/json', 'application/json; charset=utf-8']) {
    const headers = { 'content-type': type };
    const answer = await call(ground.server, '/api/me/video-history', { method: 'DELETE', cookie, headers });
    expect(answer.status).toBeLessThan(300);
    const post = await call(ground.server, '/api/session', { method: 'POST', headers });
    expect(await post.json()).toMatchObject({ status: 400, code: 'invalid-body' });
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { call } from '../http/server.ts';
import { seededRandom } from '../kit/random.ts';
import { faultOf, type Operation, operationsOf } from './api-document.ts';
import { CALLERS, type Caller, type Ground, openGround } from './ground.ts';
import { type Manner, makeUp } from './made-up.ts';
import { requestOf } from './made-up-request.ts';

/** Calls of each operation; `npm run test:abuse -- --rounds N` sets the number. */
const ROUNDS = Number(process.env.TERCET_TEST_ROUNDS ?? 24);
const SEED = Number(process.env.TERCET_TEST_SEED ?? 20_261_123);
const MANNERS: readonly Manner[] = ['fitting', 'edge', 'wild'];
/** Calls per session, since some acts end it. */
const CALLS_EACH = 40;
/** Streams never end. */
const STREAMS = new Set(['/api/stream', '/api/console/stream']);
/** Errors for things that are currently unavailable. */
const UNAVAILABLE = new Set([
  'provider-unavailable',
  'identity-unavailable',
  'beacon-disagrees',
  'busy',
  'unavailable',
]);

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
}, 120_000);
afterAll(() => ground.close());

test('no call ends in a fault of ours or in an answer that the document does not know', async () => {
  const random = seededRandom(SEED);
  const madeUp = makeUp(random, ground.ids, ground.known);
  const sessions = new Map<Caller, { cookie: string | null; left: number }>();
  const statuses = new Map<number, number>();
  const faults = new Set<string>();

  async function cookieOf(caller: Caller): Promise<string | null> {
    let session = sessions.get(caller);
    if (session === undefined || session.left === 0) {
      session = { cookie: await ground.cookieOf(caller), left: CALLS_EACH };
      sessions.set(caller, session);
    }
    session.left -= 1;
    return session.cookie;
  }

  const operations = operationsOf().filter(({ path }) => !STREAMS.has(path));
  for (let round = 0; round < ROUNDS; round++) {
    for (const operation of random.shuffled(operations)) {
      const rightful: Caller = isOfStaff(operation) ? 'owner' : 'member';
      const caller = random.chance(0.7) ? rightful : (CALLERS[random.below(CALLERS.length)] ?? 'visitor');
      const manner = MANNERS[round % MANNERS.length] ?? 'wild';
      const requested = requestOf(operation, madeUp, manner);
      const cookie = await cookieOf(caller);
      const answer = await call(ground.server, requested.path, {
        method: operation.method,
        headers: requested.headers,
        ...(requested.body === undefined ? {} : { body: requested.body }),
        ...(cookie === null ? {} : { cookie }),
      });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = await judge(operation, answer);
      if (fault !== null)
        faults.add(`${operation.method} ${operation.path}: ${fault} (${JSON.stringify(requested).slice(0, 400)})`);
    }
  }
  expect([...faults]).toEqual([]);
  const made = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  // If every call is rejected, the fuzzer tests nothing.
  expect(made).toBeGreaterThan(all / 20);
  process.stderr.write(`${all} calls, seed ${SEED}: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`);
}, 3_600_000);

test('and after all of it every cent is where the ledger says', async () => {
  expect(await reconcile(ground.club.db)).toEqual([]);
  const { rows } = await ground.club.pool.query(
    `select coalesce(sum(amount), 0)::text as sum, (select count(*)::integer from ledger.balance
       where available < 0 or held < 0) as negative from ledger.posting`,
  );
  expect(rows).toEqual([{ sum: '0', negative: 0 }]);
});

function isOfStaff({ path }: Operation): boolean {
  return path.startsWith('/api/console/');
}

async function judge(operation: Operation, answer: Response): Promise<string | null> {
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
  const text = await answer.text();
  const body = type.endsWith('json') ? JSON.parse(text) : text;
  const isStated = answer.status === 503 && ('503' in operation.responses || UNAVAILABLE.has(body.code));
  if (answer.status >= 500 && !isStated) return `${answer.status}: ${text}`;
  return faultOf(operation, answer.status, type, body);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { periodIn, until, untilPaid } from '../draw/drawing.ts';
import { type RealClub, runClub, type ServerProcess } from '../draw/processes.ts';
import { call, placeOver, type SignedIn, signIn, slipBody } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openReceiver, type ReceivedSpan, type Receiver } from './otlp-receiver.ts';

const FRONT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TRACEPARENT = `00-${FRONT.traceId}-${FRONT.spanId}-01`;
const REQUEST_ID = 'front-0123456789';

let club: Club;
let table: OpenTable;
let real: RealClub;
let receiver: Receiver;
let members: SignedIn[];
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  members = [];
  for (const member of await club.members(8)) members.push(await signIn(club, member));
  receiver = await openReceiver();
  real = await runClub(club);
}, 120_000);
afterAll(async () => {
  receiver.close();
  await real.close();
  await club.close();
});

function start(environment: NodeJS.ProcessEnv, ...options: string[]): Promise<ServerProcess> {
  return real.startServerWith({ TERCET_TRACES: receiver.url, ...environment }, ...options);
}

function spansOf(traceId: string): ReceivedSpan[] {
  return receiver.spans.filter((span) => span.traceId === traceId);
}

function attribute({ attributes }: ReceivedSpan, name: string): string | number | undefined {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
}

test('the way of a bet can be followed from the call to the commit, and that of its draw through its processes', async () => {
  const api = await start({ TERCET_TRUST_PROXY: '127.0.0.1' }, '--role=api');
  const draw = await start({}, '--role=draw,jobs');
  await until('readiness', async () => (await call(api, '/api/health')).status === 200);
  const period = Math.floor(real.nowMs() / 30_000) + 1;
  await real.jumpTo(period * 30_000 + 500);
  const { drawId } = table.schedule(period);
  const body = { ...slipBody(table, [{ bet: 'big', stakeMinor: 100n }]), drawId };
  const [first, ...others] = members as [SignedIn, ...SignedIn[]];
  const headers = { traceparent: TRACEPARENT, 'x-request-id': REQUEST_ID };
  await until('a slip', async () => {
    const key = crypto.randomUUID();
    const own = call(api, '/api/slips', {
      body,
      cookie: first.cookie,
      headers: { ...headers, 'idempotency-key': key },
    });
    const beside = others.map((member) => placeOver(api, member, body));
    const [answer] = await Promise.all([own, ...beside]);
    return answer?.status === 201;
  });

  // Spans of earlier attempts, before bets were possible, may arrive later.
  const accepted = () =>
    spansOf(FRONT.traceId).find(
      (span) => span.name === 'POST /api/slips' && attribute(span, 'http.response.status_code') === 201,
    );
  const slipOf = (call: ReceivedSpan | undefined) =>
    spansOf(FRONT.traceId).find(({ name, parentSpanId }) => name === 'slip' && parentSpanId === call?.spanId);
  await until('the trace of the bet', async () => slipOf(accepted()) !== undefined);
  const entry = accepted();
  expect(entry?.parentSpanId).toBe(FRONT.spanId);
  expect(entry && [attribute(entry, 'tercet.request_id'), attribute(entry, 'http.response.status_code')]).toEqual([
    REQUEST_ID,
    201,
  ]);
  const slip = slipOf(entry);
  // The commit is a child of the slip's span, or linked from it if slips shared the commit.
  await until('the commit', async () => commitOf(slip as ReceivedSpan) !== undefined);

  const periodOfIt = periodIn(club, table, period);
  await real.jumpTo(periodOfIt.locks * 1_000);
  // Wait until a checkpoint covers the seal before moving the clock; otherwise the draw would be void.
  await until('the durable seal', async () => {
    const { rows } = await club.owner.query(
      `select from draw.seal s join book.tree_head c on c.size > s.entry_seq
       where s.lottery_id = $1 and s.period = $2`,
      [table.lotteryId, periodOfIt.period],
    );
    return rows.length > 0;
  });
  await real.jumpTo(periodOfIt.draws * 1_000);
  await untilPaid(club, periodOfIt);
  const steps = ['seal', 'beacon round', 'draw', 'pay: settle', 'pay chunk', 'transaction'];
  const drawn = () => receiver.spans.filter((span) => attribute(span, 'tercet.draw_id') === drawId);
  const names = () => new Set(spansOf(drawn()[0]?.traceId ?? '').map(({ name }) => name));
  await until('the trace of the draw', async () => steps.every((name) => names().has(name)));
  expect(new Set(drawn().map(({ traceId }) => traceId)).size).toBe(1);
  await until('a job', async () => receiver.spans.some(({ name }) => name === 'job: watch payout health'));
  const calls = receiver.spans.filter(({ name }) => name === 'call GET');
  expect(calls.map((span) => attribute(span, 'server.address'))).toContain(new URL(real.beacon().url).host);

  const reported = JSON.stringify(receiver.spans);
  for (const { memberId, userName, cookie } of members)
    for (const secret of [memberId, userName, cookie.split('=')[1] ?? '']) expect(reported).not.toContain(secret);
  expect(await Promise.all([api.end('SIGTERM'), draw.end('SIGTERM')])).toEqual([0, 0]);
}, 180_000);

function commitOf(slip: ReceivedSpan): ReceivedSpan | undefined {
  const linked = new Set([slip.spanId, ...(slip.links ?? []).map(({ spanId }) => spanId)]);
  return receiver.spans.find(
    ({ name, spanId, parentSpanId = '' }) =>
      name === 'slips judged and committed' && (linked.has(spanId) || linked.has(parentSpanId)),
  );
}

test('a stranger joins no trace, and a receiver that is gone is in nobody’s way', async () => {
  const draw = await real.startServer('--role=draw');
  const api = await real.startServerWith({ TERCET_TRACES: 'http://127.0.0.1:1/v1/traces' }, '--role=api');
  const heard = await start({}, '--role=api');
  const mark = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  for (const server of [api, heard]) expect((await call(server, '/api/house', { headers: mark })).status).toBe(200);
  await until('a span', async () => receiver.spans.some(({ name }) => name === 'GET /api/house'));
  expect(spansOf('a'.repeat(32))).toEqual([]);
  expect(await Promise.all([api.end('SIGTERM'), heard.end('SIGTERM')])).toEqual([0, 0]);
  await draw.end('SIGKILL');
}, 120_000);

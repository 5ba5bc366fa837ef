import { join } from 'node:path';
import { drawDice, QUICKNET, QUICKNET_RELAYS, timeOfRound } from '@tercet/fair';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tercet } from '../../../../packages/verify/tests/kit/command.ts';
import { drandBeacon } from '../../src/adapters/beacon/drand.ts';
import { type FakeRelay, KNOWN_ROUNDS, startFakeRelay } from '../../src/adapters/beacon/fake-relay.ts';
import { startApi } from '../../src/app/app.ts';
import { startDraw } from '../../src/app/draw.ts';
import { openHouse } from '../../src/app/house.ts';
import { startJobs } from '../../src/app/jobs.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { readConfig } from '../../src/config/config.ts';
import { readDraw } from '../../src/draw/evidence/draw-records.ts';
import { publishTable } from '../../src/draw/tables/publish-table.ts';
import { loadCatalogue } from '../../src/lottery/catalogue.ts';
import { loadReceiptKey } from '../../src/lottery/receipt-key.ts';
import { until } from '../draw/drawing.ts';
import { testBeacon } from '../kit/beacon.ts';
import { walkTo } from '../kit/clock.ts';
import { clubLines } from '../kit/club-command.ts';
import { type TablePlan, tableEntryOf } from '../kit/lotteries.ts';
import { LIVE_AGREEMENT, LIVE_PLAN, type LiveHouse, openLiveHouse } from './live-house.ts';
import { deliver, joinLive, type LiveMember } from './live-member.ts';
import { adyenPaid, answerOutside, type Outside, veriffApproves } from './outside.ts';

// A live house from its first day to a draw, over the real protocols. The round is a real one of drand's quicknet,
// verified with the key in the code. Stand-ins: a relay on this machine that repeats the round, three witnesses in this
// process, Veriff and Adyen in their documented formats, and the year 2023 on the clock. Earlier rounds are unknown, so
// the database's owner records their times.

const ROUND = 1_000;
const SIGNATURE = KNOWN_ROUNDS.get(ROUND) ?? '';
const DRAWS_AT = timeOfRound(ROUND, QUICKNET);
/** A period locks exactly twelve seconds before that round. */
const PERIOD_SECONDS = 48;
const LOCKS_AT = DRAWS_AT - 12;
const PERIOD = LOCKS_AT / PERIOD_SECONDS - 1;
const START_MS = (LOCKS_AT - 2 * PERIOD_SECONDS) * 1_000;
const RELAYS = QUICKNET_RELAYS as string[];
const KEY = 'dice-48';

let live: LiveHouse;
let outside: Outside;
let relay: FakeRelay;
let away: string[];
beforeAll(async () => {
  live = await openLiveHouse(START_MS);
  outside = answerOutside();
  relay = await startFakeRelay((request, response) => {
    const round = Number(request.url?.split('/').at(-1));
    const isOut = round === ROUND && live.clock.nowMs() >= DRAWS_AT * 1_000;
    if (isOut) response.end(JSON.stringify({ round, randomness: '', signature: SIGNATURE }));
    else response.writeHead(425).end('{"error":"too early"}');
  });
  away = RELAYS.splice(0, RELAYS.length, relay.url);
});
afterAll(async () => {
  RELAYS.splice(0, RELAYS.length, ...away);
  outside.restore();
  await relay.close();
  await live.close();
});

/** Moves the clock into the period and records a beacon round of that time. */
async function openPeriod(): Promise<void> {
  const atSeconds = LOCKS_AT - PERIOD_SECONDS + 8;
  await walkTo(live.clock, atSeconds * 1_000);
  const round = ROUND - Math.ceil((DRAWS_AT - atSeconds) / QUICKNET.period);
  await live.owner.query(
    'insert into draw.beacon_head values ($1, $2, clock.now()) on conflict (chain_hash) do update set round = excluded.round',
    [Buffer.from(QUICKNET.hash, 'hex'), round],
  );
}

/** Bets on small and big, one of which wins with any dice. */
async function bet(member: LiveMember): Promise<string> {
  const { table } = (await member.get(`/api/lotteries/${KEY}`)) as { table: { hash: string } };
  const selections = (['small', 'big'] as const).map((one) => ({ bet: one, stakeMinor: '150' }));
  const slip = { drawId: `${KEY}/${PERIOD}`, tableHash: table.hash, selections };
  return (await member.post('/api/slips', slip)).code;
}

const topUp = (member: LiveMember) => member.post('/api/me/top-ups', { amountMinor: '5000' });

/** Verifies with the book's key and all witnesses: every step must hold, and the time must be proven. */
async function expectVerified(address: string): Promise<void> {
  const [key] = await readLogKeys(live.db);
  const witnesses = live.witnesses.flatMap(({ address: { vkey, url } }) => ['--witness', `${vkey}=${url}`]);
  const pinned = ['--log-key', key?.vkey ?? '', '--state', join(live.keysDir, 'tercet'), '--allow-local'];
  const check = () =>
    tercet(['draw', `${KEY}/${PERIOD}`, '--club', address, ...pinned, ...witnesses, '--json'], live.clock.nowMs());
  // The cosignatures over the draw's entry may still be on their way.
  await until('a draw that is verified', async () => (await check()).json.verdict === 'verified');
  expect(await check()).toMatchObject({ code: 0, json: { timeGaps: [], missing: [], houseRun: false } });
}

/** Joins, and tries to top up and bet before and after the identity check. */
async function comeIn(address: string): Promise<LiveMember> {
  const member = await joinLive(live.db, address);
  const before = [(await topUp(member)).code, await bet(member)];
  expect(before).toEqual(['identity-needed', 'identity-needed']);
  const check = await member.post('/api/me/identity', {});
  expect(check).toMatchObject({ code: 'done', body: { state: 'started' } });
  const requested = outside.requests.map(({ body }) => body as { verification: { vendorData: string } });
  const vendorData = requested[0]?.verification.vendorData ?? '';
  const approval = veriffApproves(vendorData, live.clock.nowMs());
  const forged = { ...approval, headers: { ...approval.headers, 'x-hmac-signature': '0'.repeat(64) } };
  expect(await deliver(address, forged)).toBe(403);
  expect([(await topUp(member)).code, await bet(member)]).toEqual(before);
  expect(await deliver(address, approval)).toBe(204);
  const started = await topUp(member);
  expect(started).toMatchObject({ code: 'done' });
  const { id } = (started.body as { topUp: { id: string } }).topUp;
  // Only the provider's signed message credits the payment.
  expect(await bet(member)).toBe('balance-too-small');
  expect(await deliver(address, adyenPaid(id, 5_000))).toBe(204);
  // The jobs process the message after the webhook's answer.
  await until('the credit', async () => (await member.get('/api/me')).availableMinor === '5000');
  expect(await bet(member)).toBe('done');
  expect(await member.get('/api/me')).toMatchObject({ availableMinor: '4700' });
  return member;
}

async function entryOf(beacon: Parameters<typeof tableEntryOf>[1], more: Partial<TablePlan> = {}) {
  const { publicKey } = await loadReceiptKey(live.keysDir);
  const witnesses = live.witnesses.map(({ vkey }) => vkey);
  const plan = { key: KEY, periodSeconds: PERIOD_SECONDS, witnesses, quorum: 2, ...more };
  return { ...tableEntryOf(plan, beacon, publicKey), origin: LIVE_PLAN.origin };
}

test('a live house refuses tables with another beacon or without three witnesses, in code and in the database', async () => {
  const local = testBeacon(live.clock);
  const otherBeacon = { fault: { code: 'live-beacon', bet: null } };
  await expect(publishTable(live.db, await entryOf(local))).rejects.toMatchObject(otherBeacon);
  const posing = { kind: 'drand', chain: { ...local.chain, hash: QUICKNET.hash } } as const;
  await expect(publishTable(live.db, await entryOf(posing))).rejects.toMatchObject(otherBeacon);
  const witnesses = live.witnesses.slice(0, 2).map(({ vkey }) => vkey);
  for (const few of [
    { witnesses: [], quorum: 0 },
    { witnesses, quorum: 2 },
  ]) {
    const refused = publishTable(live.db, await entryOf(drandBeacon(), few));
    await expect(refused).rejects.toMatchObject({ fault: { code: 'live-witnesses', bet: null } });
  }
  const forced = live.owner.query(`
    insert into lottery.odds_table values (9, 1, 1, '\\x00', 0, '\\x${local.chain.hash}', 1, 3,
      array_fill(20000, array[20]), 1, 1, 1, 1, 1, 0, null, 'live')`);
  await expect(forced).rejects.toThrow('live_table_is_public');
});

test('it opens, lets in who has shown who she is, and pays her bet by a real round of the public beacon', async () => {
  const config = readConfig(live.environment());
  const faults: string[] = [];
  const draw = await startDraw(config, (what) => faults.push(what));
  const api = await startApi(config);
  const jobs = await startJobs(config, pino({ level: 'silent' }));
  try {
    expect(await clubLines(['house', 'tables', live.planFile], live.environment())).toEqual([
      `${KEY}  opens with period ${PERIOD}`,
    ]);
    // Each lottery has its first table now.
    expect(await clubLines(['house', 'tables', live.planFile], live.environment())).toEqual([]);
    const { statements } = await openHouse(live.db, config);
    expect(statements.licence?.authority).toBe('Example Gaming Authority');

    const lottery = (await loadCatalogue(live.db)).byKey.get(KEY);
    if (!lottery) throw new Error('no lottery');
    await openPeriod();
    const member = await comeIn(api.address);
    const agreed = { agreementVersion: LIVE_AGREEMENT.version, currentAgreementVersion: LIVE_AGREEMENT.version };
    expect(await member.get('/api/me')).toMatchObject(agreed);
    const { es, en } = LIVE_AGREEMENT.texts;
    expect(await member.get('/api/agreement?locale=es')).toMatchObject({ locale: 'es', sections: es });
    expect(await member.get('/api/agreement?locale=ja')).toMatchObject({ locale: 'en', sections: en });
    const stateOf = async () => (await readDraw(live.db, lottery, PERIOD))?.record.state;
    await walkTo(live.clock, LOCKS_AT * 1_000 + 3_000);
    await until('the seal, witnessed', async () => {
      const { rows } = await live.owner.query(
        `select 1 from draw.seal s join book.quorum_met m on m.size > s.entry_seq where s.period = $1`,
        [PERIOD],
      );
      return rows.length > 0;
    });
    await walkTo(live.clock, DRAWS_AT * 1_000);
    await until('the dice', async () => ['drawn', 'settled'].includes((await stateOf()) ?? ''));
    const evidence = await readDraw(live.db, lottery, PERIOD);
    const drawn = { chainHash: QUICKNET.hash, round: ROUND, signature: SIGNATURE, drawId: `${KEY}/${PERIOD}` };
    expect(evidence?.record).toMatchObject({ round: ROUND, dice: [...drawDice(drawn).dice], houseRun: false });
    expect(evidence?.record.slipCount).toBe(1);
    await until('the payment', async () => (await stateOf()) === 'settled');
    const isBig = (evidence?.record.sum ?? 0) > 10;
    const { table } = (await member.get(`/api/lotteries/${KEY}`)) as {
      table: { bets: { bet: string; multiplier: number }[] };
    };
    const { multiplier = 0 } = table.bets.find((one) => one.bet === (isBig ? 'big' : 'small')) ?? {};
    expect(await member.get('/api/me')).toMatchObject({ availableMinor: String(4_700 + (150 * multiplier) / 10_000) });
    expect(relay.requests.every((path) => path.startsWith(`/${QUICKNET.hash}/`))).toBe(true);
    await expectVerified(api.address);
  } finally {
    await api.stop();
    await draw.stop();
    await jobs.stop();
  }
}, 120_000);

test('it does not open again with tables whose witnesses the configuration does not name', async () => {
  const [first, second] = live.witnesses;
  const [one, two] = [first, second].map((each) => `${each?.address.vkey}=${each?.address.url}`);
  const config = readConfig(live.environment({ TERCET_WITNESSES: [one, two].join(',') }));
  await expect(openHouse(live.db, config)).rejects.toThrow(
    'checks fail: witnesses (three independent witnesses: 2 of 3 count',
  );
});

import { drawDice, QUICKNET, QUICKNET_RELAYS, timeOfRound } from '@tercet/fair';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drandBeacon } from '../../src/adapters/beacon/drand.ts';
import { type FakeRelay, KNOWN_ROUNDS, startFakeRelay } from '../../src/adapters/beacon/fake-relay.ts';
import { startDraw } from '../../src/app.ts';
import { openHouse } from '../../src/app-house.ts';
import { readConfig } from '../../src/config.ts';
import { publishTable } from '../../src/draw/publish-table.ts';
import { readDraw } from '../../src/draw/records.ts';
import { runHouseCommand } from '../../src/house-command.ts';
import { loadCatalogue } from '../../src/lottery/catalogue.ts';
import { loadReceiptKey } from '../../src/lottery/receipt-key.ts';
import { until } from '../draw/drawing.ts';
import { testBeacon } from '../kit/beacon.ts';
import { type TablePlan, tableEntryOf } from '../kit/lotteries.ts';
import { LIVE_PLAN, type LiveHouse, openLiveHouse } from './live-house.ts';

// A live house from its first day to a draw, over the real protocols. The round is a real one of drand's quicknet and
// is checked with the key that stands in the code; what stands in for others: a relay on this machine that repeats it,
// three witnesses in this process that follow the witness protocol, and the year 2023 on the clock.

const ROUND = 1_000;
const SIGNATURE = KNOWN_ROUNDS.get(ROUND) ?? '';
const DRAWS_AT = timeOfRound(ROUND, QUICKNET);
/** Locks exactly twelve seconds before that round. */
const PERIOD_SECONDS = 48;
const LOCKS_AT = DRAWS_AT - 12;
const PERIOD = LOCKS_AT / PERIOD_SECONDS - 1;
const START_MS = (LOCKS_AT - 2 * PERIOD_SECONDS) * 1_000;
const RELAYS = QUICKNET_RELAYS as string[];
const KEY = 'dice-48';

let live: LiveHouse;
let relay: FakeRelay;
let away: string[];
beforeAll(async () => {
  live = await openLiveHouse(START_MS);
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
  await relay.close();
  await live.close();
});

async function entryOf(beacon: Parameters<typeof tableEntryOf>[1], more: Partial<TablePlan> = {}) {
  const { publicKey } = await loadReceiptKey(live.keysDir);
  const witnesses = live.witnesses.map(({ vkey }) => vkey);
  const plan = { key: KEY, periodSeconds: PERIOD_SECONDS, witnesses, quorum: 2, ...more };
  return { ...tableEntryOf(plan, beacon, publicKey), origin: LIVE_PLAN.origin };
}

test('a live house refuses tables with another beacon or without three witnesses, in code and in the database', async () => {
  const local = testBeacon(live.clock);
  await expect(publishTable(live.db, await entryOf(local))).rejects.toThrow('draws by the public beacon');
  const posing = { kind: 'drand', chain: { ...local.chain, hash: QUICKNET.hash } } as const;
  await expect(publishTable(live.db, await entryOf(posing))).rejects.toThrow('draws by the public beacon');
  const witnesses = live.witnesses.slice(0, 2).map(({ vkey }) => vkey);
  for (const few of [
    { witnesses: [], quorum: 0 },
    { witnesses, quorum: 2 },
  ]) {
    await expect(publishTable(live.db, await entryOf(drandBeacon(), few))).rejects.toThrow('names 3 witnesses');
  }
  const forced = live.owner.query(`
    insert into lottery.house_table values (9, 1, 1, '\\x00', 0, '\\x${local.chain.hash}', 1, 3,
      array_fill(20000, array[20]), 1, 1, 1, 1, 1, 0, null, 'live')`);
  await expect(forced).rejects.toThrow('live_table_is_public');
});

test('it opens, its witnesses see its first table, and it draws a real round of the public beacon', async () => {
  const config = readConfig(live.environment());
  const faults: string[] = [];
  const draw = await startDraw(config, (what) => faults.push(what));
  try {
    expect(await runHouseCommand(['tables', live.planFile], live.environment())).toEqual([
      `${KEY}  opens with period ${PERIOD}`,
    ]);
    // Each has its first table now.
    expect(await runHouseCommand(['tables', live.planFile], live.environment())).toEqual([]);
    const { said } = await openHouse(live.db, config);
    expect(said.licence?.authority).toBe('Example Gaming Authority');

    const lottery = (await loadCatalogue(live.db)).byKey.get(KEY);
    if (!lottery) throw new Error('no lottery');
    const stateOf = async () => (await readDraw(live.db, lottery, PERIOD))?.record.state;
    await live.clock.set(LOCKS_AT * 1_000 + 3_000);
    await until('the seal, witnessed', async () => {
      const { rows } = await live.owner.query(
        `select 1 from draw.seal s join book.met m on m.size > s.entry_seq where s.period = $1`,
        [PERIOD],
      );
      return rows.length > 0;
    });
    await live.clock.set(DRAWS_AT * 1_000);
    await until('the dice', async () => ['drawn', 'settled'].includes((await stateOf()) ?? ''));
    const evidence = await readDraw(live.db, lottery, PERIOD);
    const drawn = { chainHash: QUICKNET.hash, round: ROUND, signature: SIGNATURE, drawId: `${KEY}/${PERIOD}` };
    expect(evidence?.record).toMatchObject({ round: ROUND, dice: [...drawDice(drawn).dice], houseRun: false });
    expect(relay.asked.every((path) => path.startsWith(`/${QUICKNET.hash}/`))).toBe(true);
  } finally {
    await draw.stop();
  }
}, 60_000);

test('it does not open again with tables whose witnesses the configuration does not name', async () => {
  const [first, second] = live.witnesses;
  const [one, two] = [first, second].map((each) => `${each?.address.vkey}=${each?.address.url}`);
  const config = readConfig(live.environment({ TERCET_WITNESSES: [one, two].join(',') }));
  await expect(openHouse(live.db, config)).rejects.toThrow(
    'lacks: witnesses (three independent witnesses: 2 of 3 count',
  );
});

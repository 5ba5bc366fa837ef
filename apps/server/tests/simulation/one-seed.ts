import { createHash, type UUID } from 'node:crypto';
import { followBeacon } from '../../src/draw/worker/beacon-head.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { refundUnsettled, sendRefunds } from '../../src/payments/incoming/refunds.ts';
import { handleMessages } from '../../src/payments/provider/events.ts';
import { keepMessage } from '../../src/payments/provider/messages.ts';
import { ProviderFailure } from '../../src/payments/provider/provider.ts';
import { lookUpTopUps } from '../../src/payments/top-ups/poll-top-ups.ts';
import { approveOverdue } from '../../src/payments/withdrawals/reviews.ts';
import { lookUpSilentPayouts, sendDuePayouts } from '../../src/payments/withdrawals/send-payouts.ts';
import { advance } from '../draw/drawing.ts';
import type { Club, OpenTable } from '../kit/club.ts';
import { seededRandom } from '../kit/random.ts';
import { startOne, type TestWallet } from '../kit/wallet.ts';
import { submit } from '../payments/withdrawals/withdrawing.ts';
import { faultsOf } from './checks.ts';
import type { FrailDb } from './frail-db.ts';
import { type Doors, letPlay, type SimMember } from './member.ts';
import { openNetwork } from './network.ts';
import { openProvider } from './provider.ts';
import { openAgenda } from './time.ts';

/** A club with simulated clock, network, provider and processes, in which seeds run one after the other. */
export interface Stage {
  club: Club;
  wallet: TestWallet;
  table: OpenTable;
  frail: FrailDb;
  /** A member who can top up and withdraw, with an empty balance. */
  newcomer(): Promise<Identity>;
}

export interface SeedResult {
  faults: string[];
  acts: number;
  told: number;
  drawn: number;
}

const MEMBERS = 2;
/** Waiting times after the acts, for late answers, expired pages and unattended reviews. */
const PATIENCE_MS = [
  ...Array<number>(6).fill(MINUTE_MS),
  ...Array<number>(8).fill(10 * MINUTE_MS),
  ...Array<number>(12).fill(HOUR_MS),
  ...Array<number>(16).fill(24 * HOUR_MS),
];

/** Runs a seed until everything has ended, and compares. The clock is then at the start of a period. */
export async function runSeed(stage: Stage, seed: number): Promise<SeedResult> {
  const { club, wallet, table, frail } = stage;
  const random = seededRandom(seed);
  const startMs = club.clock.nowMs();
  const agenda = openAgenda(startMs, (ms) => club.clock.set(ms));
  const network = openNetwork(random, frail);
  const provider = openProvider({ random, agenda, deliver });
  const payments = { ...wallet.payments, db: frail.db, provider: provider.payments };
  const open = { ...wallet, payments };
  let ids = 0;

  async function deliver(message: { body: Buffer; headers: Record<string, string> }): Promise<boolean> {
    const answer = await network.ask(async () => {
      await keepMessage(payments, 'sandbox', message);
    });
    return answer.is === 'yes';
  }

  const doorsOf = (identity: Identity): Doors => ({
    topUp: (key, amount) => network.ask(() => startOne(open, identity, amount, { key })).catch(unreachable),
    withdraw: (key, amount) => network.ask(() => submit(payments, identity, amount, key)),
    openDraw: () => table.schedule().drawId,
    bet: async (key, drawId, selections) => {
      if (!club.beacon.down) await followBeacon(club.draw, club.beacon);
      const period = Number(drawId.split('/')[1]);
      return network.ask(async () => {
        const { prepared, verdict } = await club.place(identity, table, selections, { key, period });
        return verdict.code === 'replayed' ? firstSlip(club, identity, key) : prepared.slipId;
      });
    },
  });

  function work(everyMs: number, act: () => Promise<unknown>): void {
    agenda.in(random.next() * everyMs * 2, async () => {
      await network.ask(() => act().catch(refuseOthers));
      if (agenda.nowMs() < startMs + 100 * SECOND_MS) work(everyMs, act);
    });
  }

  const jobs = [
    () => handleMessages(payments),
    () => sendDuePayouts(payments),
    () => lookUpTopUps(payments),
    () => lookUpSilentPayouts(payments),
    () => refundUnsettled(payments),
    () => sendRefunds(payments),
    () => approveOverdue(payments),
  ];
  const drawOnce = () => advance(club, table, { db: frail.db, onFault: () => {} });

  const members: SimMember[] = [];
  for (let n = 0; n < MEMBERS; n++) {
    const identity = await stage.newcomer();
    const uuid = () => uuidOf(`${seed}/${ids++}`);
    members.push(letPlay(identity, { random, agenda, doors: doorsOf(identity), uuid }));
  }
  for (const job of jobs) work(25 * SECOND_MS, job);
  work(10 * SECOND_MS, drawOnce);
  work(15 * SECOND_MS, drawOnce);
  if (random.chance(0.3)) badBeacon();

  function badBeacon(): void {
    agenda.in(random.next() * 60 * SECOND_MS, async () => {
      club.beacon.down = true;
    });
    agenda.in((60 + random.next() * 30) * SECOND_MS, async () => {
      club.beacon.down = false;
    });
  }

  await agenda.run(startMs + 110 * SECOND_MS);
  network.calm();
  provider.calm();
  club.beacon.down = false;
  await drawOnce();
  // Advance the clock for payments only; the lottery would fill the book with empty periods.
  for (const ms of PATIENCE_MS) {
    await agenda.run(agenda.nowMs() + ms);
    for (const job of jobs) await job().catch(refuseOthers);
    if (agenda.left === 0 && (await isQuiet(club, members))) break;
  }
  const faults = await faultsOf(club, table, provider, members);
  const drawn = await settledSlips(club, members);
  await club.at(Math.ceil((startMs + 110 * SECOND_MS) / (30 * SECOND_MS)) * 30 * SECOND_MS);
  const acts = members.flatMap((member) => member.acts);
  return { faults, acts: acts.length, told: acts.filter(({ told: reported }) => reported !== null).length, drawn };
}

/** Id of the slip that an earlier attempt with this key has placed. */
async function firstSlip(club: Club, { bucket, memberId }: Identity, key: string): Promise<string> {
  const { rows } = await club.pool.query(
    'select slip_id from lottery.slip_key where bucket = $1 and member_id = $2 and key = $3',
    [bucket, memberId, key],
  );
  return rows[0].slip_id;
}

/** Rethrows all errors except those of the simulated provider, which retries heal. */
function refuseOthers(error: unknown): void {
  if (!isOfWorld(error)) throw error;
}

function isOfWorld(error: unknown): boolean {
  return error instanceof ProviderFailure || (error instanceof Error && error.message === 'the process was killed');
}

async function unreachable(error: unknown): Promise<{ is: 'nothing' }> {
  refuseOthers(error);
  return { is: 'nothing' };
}

async function isQuiet(club: Club, members: readonly SimMember[]): Promise<boolean> {
  const { rows } = await club.pool.query(
    `select
      (select count(*) from payments.withdrawal where member_id = any ($1) and state in ('in-review', 'approved', 'sent'))
      + (select count(*) from payments.top_up where member_id = any ($1) and state in ('created', 'pending'))
      + (select count(*) from payments.payment where member_id = any ($1) and state in ('review', 'refunding'))
      + (select count(*) from payments.provider_event where handled_at is null) as open`,
    [members.map(({ identity }) => identity.memberId)],
  );
  return Number(rows[0].open) === 0;
}

async function settledSlips(club: Club, members: readonly SimMember[]): Promise<number> {
  const { rows } = await club.pool.query(
    `select count(*)::integer as n from lottery.slip s join draw.draw using (lottery_id, period)
     where s.member_id = any ($1)`,
    [members.map(({ identity }) => identity.memberId)],
  );
  return rows[0].n;
}

/** A version 4 UUID derived from a text. */
function uuidOf(text: string): UUID {
  const hex = createHash('sha256').update(`simulation ${text}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

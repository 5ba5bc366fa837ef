import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '@tercet/server/db/transaction.ts';
import { publishRules, readRule } from '@tercet/server/payments/rules/rule.ts';
import { type Club, openClub } from './club.ts';
import { type FaultKind, inflict } from './faults.ts';
import { joinClub } from './member.ts';
import { type Player, playerOf } from './player.ts';
import { type Random, randomOf } from './random.ts';
import { type Provider, providerOf } from './sandbox.ts';
import { untilSettled } from './settled.ts';
import { findFaults } from './truths.ts';

export interface StormOptions {
  /** Of server processes and the beacon. */
  kills: number;
  databaseKills: number;
  /** Pauses, wrong clocks, full disks and network faults. */
  troubles: readonly FaultKind[];
  members: number;
  seed: string;
  onProgress(line: string): void;
}

export interface StormResult {
  happened: Partial<Record<FaultKind, number>>;
  topUps: number;
  slips: number;
  withdrawals: number;
  paidIn: number;
  paidOut: number;
  draws: number;
  voids: number;
  audits: number;
  refused: Record<string, number>;
  faults: string[];
}

const APART_MS_MIN = 50;
const APART_MS_SPAN = 1_500;
const AUDIT_EVERY_MS = 30_000;
const PROGRESS_EVERY = 20;
/**
 * The house takes no bets without a beacon or while payouts fail, which a constant storm would cause. Regular calm
 * phases are long enough for bets, and the next faults hit their seal, draw and payouts.
 */
const CALM_EVERY = 15;
const CALM_MS = 14_000;
/** A second void draw with bets closes a table by rule. Bets continue on the others. */
const LOTTERIES = ['dice-30', 'dice-60', 'dice-180'];

/** Plays during faults, waits until everything is settled, and compares all records. */
export async function storm(options: StormOptions): Promise<StormResult> {
  const random = randomOf(`storm of ${options.seed}`);
  const club = await openClub(randomOf(`clocks of ${options.seed}`));
  try {
    const sandbox = providerOf(club.sandbox);
    await sandbox.change({ webhookUrl: `${club.addresses[0]}/api/webhooks/sandbox` });
    await allowMany(club);
    const players = await playersOf(club, sandbox, options, LOTTERIES);
    const playing = players.map((player) => player.play());
    const outside = auditAgainAndAgain(club);
    const happened = await rage(club, planOf(options, random), random, options.onProgress);
    club.rightClocks();
    for (const server of club.servers) server.kill();
    for (const player of players) player.stop();
    await Promise.all([...playing, ...club.servers.map((server) => server.ready())]);
    await untilSettled(club, sandbox);
    const audits = await outside.stop();
    const counts = await sandbox.counts();
    const found = await findFaults(club, players, counts);
    return {
      happened,
      topUps: countOf(players, 'topUps'),
      slips: countOf(players, 'slips'),
      withdrawals: countOf(players, 'withdrawals'),
      paidIn: counts.paidIn.length,
      paidOut: counts.payouts.length,
      ...found,
      audits: audits.made,
      refused: refusedBy(players),
      faults: [...found.faults, ...audits.faults],
    };
  } catch (error) {
    throw new Error(`the storm failed; its logs are in ${club.keepLogs()}`, { cause: error });
  } finally {
    await club.close();
  }
}

/** The sequence of faults, determined by the seed. */
function planOf({ kills, databaseKills, troubles }: StormOptions, random: Random): FaultKind[] {
  const plan = [
    ...Array.from({ length: kills }, () => 'kill' as const),
    ...Array.from({ length: databaseKills }, () => 'kill-database' as const),
    ...troubles,
  ];
  for (let last = plan.length - 1; last > 0; last--) {
    const other = random.whole(last + 1);
    [plan[last], plan[other]] = [plan[other] as FaultKind, plan[last] as FaultKind];
  }
  return plan;
}

/** Lasting faults overlap with the next ones, but not with the same kind. */
async function rage(club: Club, plan: readonly FaultKind[], random: Random, onProgress: StormOptions['onProgress']) {
  const happened: StormResult['happened'] = {};
  const under = new Map<FaultKind, Promise<void>>();
  for (const [index, kind] of plan.entries()) {
    await sleep(APART_MS_MIN + random.whole(APART_MS_SPAN));
    await under.get(kind);
    const over = inflict(club, kind, random).then((did) => {
      if (did) happened[kind] = (happened[kind] ?? 0) + 1;
    });
    under.set(kind, over);
    // The failure is reported when the next fault of its kind, or the end, waits for it.
    over.catch(() => {});
    if ((index + 1) % CALM_EVERY === 0) await sleep(CALM_MS);
    if ((index + 1) % PROGRESS_EVERY === 0) onProgress(`${index + 1} of ${plan.length}`);
  }
  await Promise.all(under.values());
  return happened;
}

function refusedBy(players: readonly Player[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { refused } of players) for (const [what, n] of refused) sums[what] = (sums[what] ?? 0) + n;
  return sums;
}

function countOf(players: readonly Player[], what: keyof Player['acknowledged']): number {
  return players.reduce((sum, { acknowledged }) => sum + acknowledged[what].length, 0);
}

/** Publishes the house's payment rule with many withdrawals a day and no daily cap on top-ups. */
export async function allowMany({ db }: Pick<Club, 'db'>): Promise<void> {
  await transaction(db, async (tx) => {
    const rule = await readRule(tx.q);
    await publishRules(tx, { ...rule, withdrawalsPerDay: 30_000, topUpDayMax: null });
  });
}

export async function playersOf(
  club: Club,
  sandbox: Provider,
  { members, seed }: Pick<StormOptions, 'members' | 'seed'>,
  lotteries: readonly string[] = ['dice-30'],
): Promise<Player[]> {
  const players: Player[] = [];
  for (let n = 0; n < members; n++) {
    const member = await joinClub(club);
    const addresses = randomOf(`${seed}, ways of member ${n}`);
    players.push(
      playerOf({
        address: () => addresses.pick(club.addresses),
        lotteries,
        ...member,
        random: randomOf(`${seed}, member ${n}`),
        pay: (topUpId) => sandbox.checkout(topUpId, 'approve'),
      }),
    );
  }
  return players;
}

/** Audits the whole book as an outsider, every half minute and at the end. */
function auditAgainAndAgain(club: Club) {
  const stopping = new AbortController();
  const faults = new Set<string>();
  let made = 0;
  async function look(when: Parameters<typeof club.follower.audit>[0]): Promise<void> {
    const found = await club.follower.audit(when);
    if (found !== null) made++;
    for (const fault of found ?? []) faults.add(fault);
  }
  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look('meanwhile');
      await sleep(AUDIT_EVERY_MS, null, { signal: stopping.signal }).catch(() => {});
    }
  }
  const looping = loop();
  return {
    async stop(): Promise<{ made: number; faults: string[] }> {
      stopping.abort();
      await looping;
      const before = made;
      await look('in the end');
      if (made === before) faults.add('the book could not be read from outside in the end');
      return { made, faults: [...faults] };
    },
  };
}

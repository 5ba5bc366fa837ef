import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '@tercet/server/db/transaction.ts';
import { publishRules, readRule } from '@tercet/server/payments/rule.ts';
import { sql } from 'kysely';
import { type Club, openClub } from './club.ts';
import { joinClub } from './member.ts';
import { type Player, playerOf } from './player.ts';
import { randomOf } from './random.ts';
import { type Provider, providerOf } from './sandbox.ts';
import { findFaults } from './truths.ts';

export interface ChaosOptions {
  kills: number;
  members: number;
  seed: string;
  onProgress(line: string): void;
}

export interface ChaosResult {
  kills: number;
  topUps: number;
  slips: number;
  withdrawals: number;
  paidIn: number;
  paidOut: number;
  faults: string[];
}

const UP_MS_MIN = 50;
const UP_MS_SPAN = 1_200;
const SETTLE_MS_MAX = 900_000;
const PROGRESS_EVERY = 10;

/** Plays, kills, waits until all has ended, and compares. */
export async function killedWallet(options: ChaosOptions): Promise<ChaosResult> {
  const club = await openClub();
  try {
    const random = randomOf(`kills of ${options.seed}`);
    const sandbox = providerOf(club.sandbox);
    await sandbox.change({ webhookUrl: `${club.server.address}/api/webhooks/sandbox` });
    await allowMany(club);
    const players = await playersOf(club, sandbox, options);
    const playing = players.map((player) => player.play());
    for (let kill = 1; kill <= options.kills; kill++) {
      await sleep(UP_MS_MIN + random.whole(UP_MS_SPAN));
      await club.server.killAndStart();
      if (kill % PROGRESS_EVERY === 0) options.onProgress(`${kill} of ${options.kills} kills`);
    }
    for (const player of players) player.stop();
    await Promise.all(playing);
    await untilSettled(club, sandbox);
    const counts = await sandbox.counts();
    return {
      kills: options.kills,
      topUps: countOf(players, 'topUps'),
      slips: countOf(players, 'slips'),
      withdrawals: countOf(players, 'withdrawals'),
      paidIn: counts.paidIn.length,
      paidOut: counts.payouts.length,
      faults: await findFaults(club.db, players, counts),
    };
  } finally {
    await club.close();
  }
}

function countOf(players: readonly Player[], what: keyof Player['acknowledged']): number {
  return players.reduce((sum, { acknowledged }) => sum + acknowledged[what].length, 0);
}

/** The rule of the house, but for the number of withdrawals a day and the cap of a day. */
async function allowMany({ db }: Club): Promise<void> {
  await transaction(db, async (tx) => {
    const rule = await readRule(tx.q);
    await publishRules(tx, { ...rule, withdrawalsPerDay: 30_000, topUpDayMax: null });
  });
}

async function playersOf(club: Club, sandbox: Provider, { members, seed }: ChaosOptions): Promise<Player[]> {
  const players: Player[] = [];
  for (let n = 0; n < members; n++) {
    const { userName, cookie } = await joinClub(club);
    players.push(
      playerOf({
        address: () => club.server.address,
        cookie,
        userName,
        random: randomOf(`${seed}, member ${n}`),
        pay: (topUpId) => sandbox.checkout(topUpId, 'approve'),
      }),
    );
  }
  return players;
}

/**
 * Until the provider has told everything, and no payout is under way. Throws when that does not come. What the provider
 * could not deliver while the server was down is due in up to ten minutes: it tries again now.
 */
async function untilSettled({ db }: Club, sandbox: Provider): Promise<void> {
  const deadline = Date.now() + SETTLE_MS_MAX;
  for (;;) {
    await sandbox.deliver().catch(() => {});
    const { rows } = await sql<{ payouts: bigint; messages: bigint }>`
      select (select count(*) from payments.withdrawal where state in ('approved', 'sent')) as payouts,
        (select count(*) from payments.provider_event where handled_at is null) as messages`.execute(db);
    const open = { payouts: Number(rows[0]?.payouts), messages: Number(rows[0]?.messages) };
    const undelivered = await sandbox.waiting();
    if (open.payouts + open.messages + undelivered === 0) return;
    if (Date.now() > deadline) {
      throw new Error(`still under way after ${SETTLE_MS_MAX / 1_000} s: ${JSON.stringify({ ...open, undelivered })}`);
    }
    await sleep(500);
  }
}

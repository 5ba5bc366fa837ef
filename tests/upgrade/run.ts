/**
 * Upgrades an open club: processes of an older commit run with players, the newer code migrates the database, newer
 * processes start beside the older ones, and the older ones stop. No call may fail with 5xx and no draw may be void. At
 * the end it compares the members' records and the ledger's sums.
 *   npm run test:upgrade [-- --from COMMIT --members 6]
 * Default: the last commit before the newest migration; needs git and the project's history. Prints one line of JSON;
 * exits with 1 on any fault.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { joinClub } from '@tercet/chaos/member.ts';
import { type Player, playerOf } from '@tercet/chaos/player.ts';
import { randomOf } from '@tercet/chaos/random.ts';
import { ledgerFaults, missing } from '@tercet/chaos/truths.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { sql } from 'kysely';
import { type Club, openClub } from './club.ts';
import { NoOldCode, takeOldCode } from './old-code.ts';

const { values } = parseArgs({
  options: { from: { type: 'string' }, members: { type: 'string', default: '6' } },
});
const STEP_MS_MAX = 180_000;
/** Refused for a moment by design; phones retry. */
const MAY_COME = /beacon-disagrees/;

const folder = temporaryFolder('tercet-upgrade-');
try {
  process.exitCode = await upgrade();
} catch (error) {
  if (!(error instanceof NoOldCode)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  folder.remove();
}

async function upgrade(): Promise<number> {
  const old = await takeOldCode(join(folder.path, 'old'), values.from ?? null);
  console.error(`from ${old.commit}`);
  const members = Number(values.members);
  const club = await openClub(folder.path, old, members);
  const faults: string[] = [];
  const heard = { answers: 0, repeated: 0 };
  try {
    await club.start('old');
    const players = await playersOf(club, members, faults, heard);
    const playing = players.map((player) => player.play());
    const steps: [string, () => Promise<unknown>][] = [
      ['older code alone', async () => {}],
      ['the database has the newer schema', club.migrate],
      ['newer code beside it', () => club.start('new')],
      ['newer code alone', () => club.end('old')],
    ];
    const begun = await lastPeriod(club);
    const counts: Record<string, number> = {};
    for (const [name, act] of steps) {
      await act();
      const before = slipsOf(players);
      await untilDrawn(club, await lastPeriod(club));
      counts[name] = slipsOf(players) - before;
      if (counts[name] === 0) faults.push(`${name}: nobody could bet`);
      console.error(`${name}: ${counts[name]} slips`);
    }
    for (const player of players) player.stop();
    await Promise.all(playing);
    await untilNothingIsOpen(club);
    faults.push(...(await ledgerFaults(club.db)), ...(await missing(club.db, players)), ...(await voids(club, begun)));
    console.log(JSON.stringify({ from: old.commit, slips: counts, ...heard, faults: faults.length }));
  } finally {
    await club.close();
  }
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}

async function playersOf(
  club: Club,
  count: number,
  faults: string[],
  heard: { answers: number; repeated: number },
): Promise<Player[]> {
  const players: Player[] = [];
  for (let n = 0; n < count; n++) {
    const member = await joinClub({ addresses: club.addresses(), invite: club.invite });
    const random = randomOf(`member ${n}`);
    const address = (): string => random.pick(club.addresses());
    const pay = (topUpId: string) => club.sandbox.checkout(topUpId, 'approve');
    const onAnswer = (path: string, answer: Response | null): void => {
      heard.answers += 1;
      if (answer === null) heard.repeated += 1;
      else if (answer.status >= 500) void noteFault(faults, path, answer.clone());
    };
    players.push(playerOf({ lotteries: ['dice-30'], address, ...member, random, pay, onAnswer }));
  }
  return players;
}

async function noteFault(faults: string[], path: string, answer: Response): Promise<void> {
  const text = await answer.text();
  if (!MAY_COME.test(text)) faults.push(`${path} answered ${answer.status} ${text.slice(0, 200)}`);
}

function slipsOf(players: readonly Player[]): number {
  return players.reduce((sum, { acknowledged }) => sum + acknowledged.slips.length, 0);
}

/** The latest period with a bet; 0 without any. */
async function lastPeriod({ db }: Club): Promise<number> {
  const { rows } = await sql<{ p: bigint | null }>`select max(period) as p from lottery.slip`.execute(db);
  return Number(rows[0]?.p ?? 0);
}

/** Resolves when a period after `period` with a bet is settled, with any outcome. */
function untilDrawn(club: Club, period: number): Promise<void> {
  return until('a draw', async () => {
    const { rows } = await sql`
      select 1 from draw.settlement_step p where p.state = 'done' and p.period > ${period}::bigint
        and exists (select from lottery.slip s where s.period = p.period and s.lottery_id = p.lottery_id) limit 1`.execute(
      club.db,
    );
    return rows.length > 0;
  });
}

function untilNothingIsOpen({ db, sandbox }: Club): Promise<void> {
  return until('the end of all that is under way', async () => {
    await sandbox.deliver().catch(() => {});
    const { rows } = await sql<{ n: bigint }>`
      select (select count(*) from payments.withdrawal where state in ('approved', 'sent'))
        + (select count(*) from payments.provider_event where handled_at is null)
        + (select count(*) from (select distinct lottery_id, period from lottery.slip) s where not exists (
          select from draw.settlement_step p where p.lottery_id = s.lottery_id and p.period = s.period and p.state = 'done')) as n`.execute(
      db,
    );
    return rows[0]?.n === 0n;
  });
}

async function voids({ db }: Club, since: number): Promise<string[]> {
  const { rows } = await sql<{ period: bigint; reason: string }>`
    select period, reason from draw.void v where period >= ${since}::bigint
      and exists (select from lottery.slip s where s.period = v.period and s.lottery_id = v.lottery_id)`.execute(db);
  return rows.map(({ period, reason }) => `the draw of period ${period} is void: ${reason}`);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + STEP_MS_MAX;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within ${STEP_MS_MAX / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

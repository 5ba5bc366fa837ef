import { setTimeout as sleep } from 'node:timers/promises';
import { databaseIn } from '@tercet/server/db/rights/role-urls.ts';
import { roleNames } from '@tercet/server/db/rights/roles.ts';
import type { Club } from './club.ts';
import type { Random } from './random.ts';

/** What can happen to a club. The first three are counted as kills. */
export const FAULTS = [
  'kill',
  'kill-database',
  'kill-backend',
  'pause',
  'pause-database',
  'clock-ahead',
  'clock-behind',
  'disk-full',
  'connections-exhausted',
  'table-locked',
  'cut',
  'refuse',
  'hold',
  'slow',
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** Everything but kills. */
export const TROUBLES = FAULTS.filter((kind) => !kind.startsWith('kill') || kind === 'kill-backend');

/** Rows that money, bets, sessions, the book and the draw all go through. */
const LOCKABLE = ['lottery.gate', 'ledger.gate', 'ledger.balance', 'book.head', 'members.session', 'draw.lease'];

/** Lets one fault happen, and undoes it; resolves when it is over. Where it cannot happen, false. */
export function inflict(club: Club, kind: FaultKind, random: Random): Promise<boolean> {
  const ms = (least: number, most: number) => least + random.whole(most - least);
  const acts: Record<FaultKind, () => Promise<unknown>> = {
    kill: async () => random.pick([...club.servers, ...club.servers, club.beacon]).kill(),
    'kill-database': () => club.database.killAndStart(),
    'kill-backend': () => club.database.killBackend(random.whole),
    // Longer than a lease, at times: whoever wakes up still believes to have it.
    pause: () => random.pick([...club.servers, club.beacon]).pause(ms(100, 5_000)),
    'pause-database': () => club.database.pause(ms(100, 3_000)),
    'clock-ahead': () => jump(club, ms(1_000, 45_000), ms(500, 6_000)),
    'clock-behind': () => jump(club, -ms(500, 30_000), ms(500, 6_000)),
    'disk-full': () => fillDisk(club, ms(500, 4_000)),
    'connections-exhausted': () => takeConnections(club, ms(500, 3_000)),
    'table-locked': () => lockTable(club, random.pick(LOCKABLE), ms(200, 4_000)),
    cut: async () => random.pick(club.links).cut(),
    refuse: () => random.pick(club.links).refuse(ms(200, 3_000)),
    hold: () => random.pick(club.links).hold(ms(200, 6_000), random.whole(2) === 0),
    slow: () => random.pick(club.links).slow(ms(500, 5_000), ms(20, 400)),
  };
  return acts[kind]().then((done) => done !== false);
}

/** The database's clock, by which the club lives, goes wrong and right again. */
async function jump({ database }: Club, byMs: number, forMs: number): Promise<boolean> {
  if (!(await setClock(database, byMs))) return false;
  await sleep(forMs);
  while (!(await setClock(database, 0))) await sleep(200);
  return true;
}

async function setClock(database: Club['database'], byMs: number): Promise<boolean> {
  const made = await database.asOwner((owner) =>
    owner.query(`create or replace function clock.now() returns timestamptz language sql volatile
      as 'select clock_timestamp() + interval ''${byMs} milliseconds'''`),
  );
  return made !== null;
}

async function fillDisk({ disk, database }: Club, forMs: number): Promise<boolean> {
  if (disk === null) return false;
  disk.fill();
  await sleep(forMs);
  disk.clear();
  await database.again();
  return true;
}

/** Every connection that the database has for the club is somebody else's. */
async function takeConnections({ database }: Club, forMs: number): Promise<boolean> {
  const roles = Object.values(roleNames(databaseIn(database.ownerUrl)));
  const taken = await database.asOwner(async (owner) => {
    for (const name of roles) await owner.query(`alter role ${name} connection limit 0`);
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = any ($1)', [roles]);
    return true;
  });
  if (taken === null) return false;
  await sleep(forMs);
  const give = () =>
    database.asOwner(async (owner) => {
      for (const name of roles) await owner.query(`alter role ${name} connection limit -1`);
      return true;
    });
  while ((await give()) === null) await sleep(200);
  return true;
}

/** Whoever needs the table waits until he gives up, and with him whoever waits for his connection. */
async function lockTable({ database }: Club, table: string, forMs: number): Promise<boolean> {
  const held = await database.asOwner(async (owner) => {
    await owner.query('begin');
    await owner.query(`set local lock_timeout = '3s'; lock table ${table} in access exclusive mode`);
    await sleep(forMs);
    await owner.query('rollback');
    return true;
  });
  return held !== null;
}

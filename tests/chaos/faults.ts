import { setTimeout as sleep } from 'node:timers/promises';
import { databaseIn } from '@tercet/server/db/rights/role-urls.ts';
import { roleNames } from '@tercet/server/db/rights/roles.ts';
import type { Club } from './club.ts';
import type { Random } from './random.ts';

/** Kinds of faults. The first three count as kills. */
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

/** Rows used by money, bets, sessions, the book and draws. */
const LOCKABLE = ['lottery.gate', 'ledger.gate', 'ledger.balance', 'book.head', 'members.session', 'draw.lease'];

/** Causes a fault and undoes it. Resolves when it is over; false when it cannot happen here. */
export function inflict(club: Club, kind: FaultKind, random: Random): Promise<boolean> {
  const ms = (least: number, most: number) => least + random.whole(most - least);
  const acts: Record<FaultKind, () => Promise<unknown>> = {
    kill: async () => random.pick([...club.servers, ...club.servers, club.beacon]).kill(),
    'kill-database': () => club.database.killAndStart(),
    'kill-backend': () => club.database.killBackend(random.whole),
    // Sometimes longer than a lease, so that the process wakes up believing that it still leads.
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

/** Sets the database's clock, which the club uses, wrong for a while. */
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

/** Takes all connections that the database allows the club's roles. */
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

/** Locks a table until clients time out, with everyone who waits for their connections. */
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

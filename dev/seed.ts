import { join } from 'node:path';
import { LockHeld, takeLock } from '../scripts/lock.mjs';
import { startBeacon } from './beacon/beacon.ts';
import { StartFailure } from './failure.ts';
import { openOwnFilmStore } from './own-film-store.ts';
import { type Demo, seed } from './play-house.ts';
import { openDataFolder } from './postgres/place.ts';
import { playSeason } from './season.ts';
import { CAST } from './season-cast.ts';
import { passwordOf } from './season-players.ts';
import { openDatabase } from './start/database.ts';
import { readOptions, type StartOptions } from './start/options.ts';

// npm run seed [-- scenario]: fills a closed club's database. The folder and the database are those of npm start.

interface Scenario {
  about: string;
  run(place: Place): Promise<void>;
}

interface Place {
  ownerUrl: string;
  keysDir: string;
  beacon: Awaited<ReturnType<typeof startBeacon>>;
  options: StartOptions;
  signal: AbortSignal;
}

const SCENARIOS: Record<string, Scenario> = {
  house: {
    about: 'the play house, its tables and its demo members: what npm start makes sure of',
    run: openHouse,
  },
  season: {
    about: '90 days of history on the three-hour table, then the same house; for a database without slips',
    run: openAfterSeason,
  },
};

async function openHouse(place: Place): Promise<void> {
  tell(await seedHouse(place));
}

async function openAfterSeason(place: Place): Promise<void> {
  console.error('Playing 90 days; this takes some minutes …');
  const { draws, slips, members } = await playSeason({ ...place, onProgress: (line) => console.error(line) });
  if (place.signal.aborted) throw new StartFailure(`The season was broken off after ${draws} draws`);
  console.log(`A season of ${draws} draws: ${slips} slips of ${members} members`);
  const somebody = CAST[0]?.userName ?? '';
  console.log(`  sign in    ${somebody} / ${passwordOf(somebody)}   (and the others alike)`);
  tell(await seedHouse(place));
}

function seedHouse({ ownerUrl, keysDir, beacon, options }: Place): Promise<Demo> {
  const films = options.seedFilms ? { films: openOwnFilmStore(keysDir) } : {};
  const { beacon: kind, seedHosts: hosts } = options;
  return seed({ ownerUrl, keysDir, beacon: kind, localBeaconUrl: beacon.url, hosts, ...films });
}

function tell({ members, inviteCode }: Demo): void {
  for (const { userName, password } of members) console.log(`  sign in    ${userName} / ${password}`);
  console.log(`  invite     ${inviteCode}`);
}

async function main(args: string[]): Promise<void> {
  const name = args[0] ?? 'house';
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario || args.length > 1) {
    const known = Object.entries(SCENARIOS).map(([key, { about }]) => `  ${key.padEnd(8)} ${about}`);
    throw new StartFailure([`There is no scenario ${args.join(' ')}. There are:`, ...known].join('\n'));
  }
  const options = readOptions(process.env, []);
  const dataDir = openDataFolder(options.dataDir);
  const lock = await lockClub(dataDir);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());
  try {
    const database = await openDatabase({ ...options, dataDir });
    const beacon = await startBeacon({ dataDir: join(dataDir, 'beacon'), port: 0 });
    try {
      const { ownerUrl } = database;
      await scenario.run({ ownerUrl, keysDir: join(dataDir, 'keys'), beacon, options, signal: ending.signal });
    } finally {
      await beacon.close();
      await database.postgres?.stop();
    }
  } finally {
    lock.release();
  }
}

/** The folder belongs to one command at a time; npm start takes the same lock. */
async function lockClub(dataDir: string): Promise<{ release(): void }> {
  try {
    return await takeLock(join(dataDir, 'start.lock'));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new StartFailure(`The club is open on ${dataDir} (process ${error.pid}): stop it first`);
  }
}

if (import.meta.main) {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof StartFailure ? error.message : error);
    process.exitCode = 1;
  });
}

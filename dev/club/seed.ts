import { join } from 'node:path';
import { openFilmStore } from '@tercet/server/app/films.ts';
import type { Area, Call } from '@tercet/server/cli/program/act.ts';
import { ownerUrlOf, readConfig } from '@tercet/server/config/config.ts';
import { startBeacon } from '../beacon/beacon.ts';
import { StartFailure } from '../failure.ts';
import { type Demo, seed } from '../play-house/play-house.ts';
import { CAST } from '../season/cast.ts';
import { passwordOf } from '../season/players.ts';
import { playSeason } from '../season/season.ts';
import { dataDirOf, readOptions } from '../start/options.ts';

/** Fills a database for play while its club is stopped. */
export const SEED: Area = {
  name: 'seed',
  about: 'fills a database with a house for play, while no club runs on it',
  acts: [
    {
      name: 'house',
      about: 'the play house, its tables and its demo members, as npm start does; what is there stays',
      scope: 'database',
      needs: 'schema',
      run: seedHouse,
    },
    {
      name: 'season',
      about: '90 days of history on the three-hour table, then the same house; for a database without slips',
      scope: 'database',
      needs: 'schema',
      run: seedSeason,
    },
  ],
};

/** A server's environment names its beacon. The embedded database uses the local one. */
async function seedHouse(call: Call): Promise<string[]> {
  if (!isServer(call)) return withBeacon(call, (beacon) => seedWith(call, beacon.url));
  return seedWith(call, readConfig(call.environment).localBeaconUrl);
}

function isServer({ database }: Call): boolean {
  return database?.source === 'TERCET_OWNER_URL';
}

async function seedWith({ environment }: Call, localBeaconUrl: string): Promise<string[]> {
  const config = readConfig(environment);
  const { beacon, seedFilms, seedHosts: hosts } = readOptions(environment, []);
  const films = seedFilms ? { films: openFilmStore(config) } : {};
  const place = { ownerUrl: ownerUrlOf(config), keysDir: config.keysDir };
  return linesOf(await seed({ ...place, beacon, localBeaconUrl, hosts, ...films }));
}

async function seedSeason(call: Call): Promise<string[]> {
  if (isServer(call)) throw new StartFailure('A season needs the database of npm start');
  return withBeacon(call, async (beacon) => {
    const config = readConfig(call.environment);
    const ending = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());
    console.error('Playing 90 days; this takes some minutes …');
    const onProgress = (line: string) => console.error(line);
    const place = { ownerUrl: ownerUrlOf(config), keysDir: config.keysDir, beacon };
    const { draws, slips, members } = await playSeason({ ...place, signal: ending.signal, onProgress });
    if (ending.signal.aborted) throw new StartFailure(`The season was interrupted after ${draws} draws`);
    const first = CAST[0]?.userName ?? '';
    return [
      `A season of ${draws} draws: ${slips} slips of ${members} members`,
      `  sign in    ${first} / ${passwordOf(first)}   (and the others alike)`,
      ...(await seedWith(call, beacon.url)),
    ];
  });
}

type Beacon = Awaited<ReturnType<typeof startBeacon>>;

async function withBeacon<T>({ environment }: Call, act: (beacon: Beacon) => Promise<T>): Promise<T> {
  const beacon = await startBeacon({ dataDir: join(dataDirOf(environment), 'beacon'), port: 0 });
  try {
    return await act(beacon);
  } finally {
    await beacon.close();
  }
}

function linesOf({ members, staff, inviteCode }: Demo): string[] {
  return [
    ...members.map(({ userName, password }) => `  sign in    ${userName} / ${password}`),
    ...staff.map(({ name, role, password }) => `  staff      ${name} / ${password} (${role})`),
    `  invite     ${inviteCode}`,
  ];
}

import { openFilmStore } from '@tercet/server/app/films.ts';
import { ownerUrlOf, readConfig } from '@tercet/server/config/config.ts';
import { seed } from './play-house.ts';
import { readOptions } from './start/options.ts';

// node dev/seed-machines.ts: the play house of a club on several machines, with the environment of the server and
// TERCET_SEED_FILMS and TERCET_SEED_HOSTS. Safe to run again: what is there stays.

try {
  const config = readConfig();
  const { seedFilms, seedHosts: hosts } = readOptions(process.env, []);
  const { keysDir, beacon, localBeaconUrl } = config;
  const ownerUrl = ownerUrlOf(config);
  const films = seedFilms ? { films: openFilmStore(config) } : {};
  const demo = await seed({ ownerUrl, keysDir, beacon, localBeaconUrl, hosts, ...films });
  for (const { userName, password } of demo.members) console.log(`sign in  ${userName} / ${password}`);
  for (const { name, role, password } of demo.staff) console.log(`staff    ${name} / ${password} (${role})`);
  console.log(`invite   ${demo.inviteCode}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

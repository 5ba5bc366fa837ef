import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '@tercet/dev/play-house/play-house.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { migrate } from '@tercet/server/db/migrate.ts';
import { type Db, openDb, openPool } from '@tercet/server/db/pool.ts';
import { roleUrls } from '@tercet/server/db/rights/role-urls.ts';
import type { ProcessRole } from '@tercet/server/db/rights/roles.ts';
import { type Database, openDatabase } from './database.ts';
import { type Follower, startFollower } from './follower.ts';
import { type Link, openLink } from './link.ts';
import type { Random } from './random.ts';
import { keep, type RestartedProgram } from './restarted-program.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A club of several processes that can be killed, with network links that can be cut. */
export interface Club {
  /** The owner's connection, past all links, for the comparison at the end. */
  db: Db;
  database: Database;
  /** Null on systems without mounts. */
  disk: SmallDisk | null;
  /** Server processes by name: `api-1`, `api-2`, `draw-1`, `draw-2`, `jobs`. */
  servers: readonly RestartedProgram[];
  beacon: RestartedProgram;
  links: readonly Link[];
  /** Addresses for members, one for each API process. */
  addresses: readonly string[];
  beaconUrl: string;
  sandbox: { url: string; secret: string };
  follower: Follower;
  /** Folder of the database and the keys. */
  dataDir: string;
  keysDir: string;
  /** Environment of a club program that bypasses all links. */
  environment(): NodeJS.ProcessEnv;
  /** Corrects the machines' clocks from now on. */
  rightClocks(): void;
  /** Copies all logs to a folder that outlives the club, and returns it. */
  keepLogs(): string;
  /** Creates an invite. */
  invite(): Promise<string>;
  close(): Promise<void>;
}

const APPS = join(import.meta.dirname, '../../apps');
const DEV = join(import.meta.dirname, '../../dev');
const WRONG_CLOCK = join(import.meta.dirname, 'wrong-clock.ts');
const PASSWORDS = { api: 'api-of-chaos', draw: 'draw-of-chaos', jobs: 'jobs-of-chaos' };
const SECRET = 'the secret of a provider that only pretends';
const ROLES = ['api', 'api', 'draw', 'draw', 'jobs'] as const;
const WRONG_MS = [0, 0, 1_500, -1_500, 45_000, -45_000, 3_600_000, -3_600_000];
/**
 * Clock errors of processes that call the provider. The provider refuses a signature with a wrong time. Then all
 * payouts would fail, and the house would take no bets for a quarter of an hour, which is right but would end the
 * storm's bets.
 */
const WRONG_MS_OF_PAYERS = WRONG_MS.filter((ms) => Math.abs(ms) <= 45_000);

export interface ClubOptions {
  /** Whether machines have wrong clocks until `rightClocks`. Default: true. */
  wrongClocks?: boolean;
  /** Folder that the book is published to. Default: none. */
  bookStore?: string;
}

export async function openClub(random: Random, { wrongClocks = true, bookStore }: ClubOptions = {}): Promise<Club> {
  const folder = temporaryFolder('tercet-chaos-');
  const logPath = (name: string) => join(folder.path, `${name}.log`);
  const dataDir = join(folder.path, 'disk');
  mkdirSync(dataDir, { mode: 0o711 });
  const disk = mountSmallDisk(dataDir);
  const database = await openDatabase(dataDir);
  await migrate(database.ownerUrl, { passwords: PASSWORDS });
  const urls = roleUrls(database.ownerUrl, PASSWORDS);
  const beacon = await keep({
    name: 'beacon',
    file: join(DEV, 'beacon/main.ts'),
    args: ['--data', join(folder.path, 'beacon'), '--port', String(await freePort()), '--with-parent'],
    env: () => ({ PATH: process.env.PATH }),
    logPath: logPath('beacon'),
  });
  const portOf = (program: RestartedProgram) => Number(program.readyMessage.port);
  const beaconUrl = `http://127.0.0.1:${portOf(beacon)}`;
  const house = {
    ownerUrl: database.ownerUrl,
    keysDir: join(folder.path, 'keys'),
    beacon: 'local' as const,
    localBeaconUrl: beaconUrl,
  };
  await seed(house);
  const sandbox = await keep({
    name: 'sandbox',
    file: join(DEV, 'sandbox/main.ts'),
    args: ['--data', join(folder.path, 'sandbox'), '--payout-seconds', '2', '--with-parent'],
    env: () => ({ PATH: process.env.PATH, TERCET_SANDBOX_SECRET: SECRET }),
    logPath: logPath('sandbox'),
  });

  const links: Link[] = [];
  const link = async (name: string, target: () => number): Promise<Link> => {
    const opened = await openLink(name, target);
    links.push(opened);
    return opened;
  };
  const toBeacon = await link('to the beacon', () => portOf(beacon));
  const toSandbox = await link('to the provider', () => portOf(sandbox));
  const ports = await Promise.all(ROLES.map(() => freePort()));
  const fronts = await Promise.all(ports.slice(0, 2).map((port, index) => link(`to api-${index + 1}`, () => port)));
  const addresses = fronts.map((front) => `http://127.0.0.1:${front.port}`);
  let clocksAreWrong = wrongClocks;
  let witnesses = '';

  async function startRole(role: ProcessRole, index: number): Promise<RestartedProgram> {
    const nth = ROLES.slice(0, index).filter((other) => other === role).length + 1;
    const name = role === 'jobs' ? role : `${role}-${nth}`;
    const toDatabase = await link(`${name} to the database`, () => database.port);
    return keep({
      name,
      file: join(APPS, 'server/src/main.ts'),
      args: [`--role=${role}`, '--with-parent'],
      env: () => ({
        PATH: process.env.PATH,
        NODE_OPTIONS: `--import=${WRONG_CLOCK}`,
        TERCET_CHAOS_CLOCK_MS: String(
          clocksAreWrong ? random.pick(role === 'jobs' ? WRONG_MS_OF_PAYERS : WRONG_MS) : 0,
        ),
        PORT: String(ports[index]),
        TERCET_ORIGINS: addresses.join(','),
        TERCET_APP_URL: throughPort(urls[role], toDatabase.port),
        TERCET_LOCAL_BEACON_URL: `http://127.0.0.1:${toBeacon.port}`,
        TERCET_KEYS: house.keysDir,
        TERCET_WITNESSES: witnesses,
        TERCET_BOOK_STORE: bookStore,
        TERCET_PAYMENTS: 'sandbox',
        TERCET_SANDBOX_URL: `http://127.0.0.1:${toSandbox.port}`,
        TERCET_SANDBOX_SECRET: SECRET,
        TERCET_LOG: 'error',
      }),
      logPath: logPath(name),
    });
  }
  const servers = await Promise.all(ROLES.map(startRole));
  const follower = await startFollower({ folder: join(folder.path, 'outside'), address: addresses[0] ?? '' });
  witnesses = `${follower.vkey}=${follower.url}`;
  for (const server of servers) {
    server.kill();
    await server.ready();
  }
  const db = openDb(openPool({ url: database.ownerUrl, connectionsMax: 4, applicationName: 'tercet chaos' }));

  return {
    db,
    database,
    disk,
    servers,
    beacon,
    links,
    addresses,
    beaconUrl,
    sandbox: { url: `http://127.0.0.1:${portOf(sandbox)}`, secret: SECRET },
    follower,
    dataDir,
    keysDir: house.keysDir,
    environment: () => ({
      PATH: process.env.PATH,
      TERCET_OWNER_URL: database.ownerUrl,
      TERCET_KEYS: house.keysDir,
      TERCET_WITNESSES: witnesses,
      TERCET_BOOK_STORE: bookStore,
    }),
    rightClocks() {
      clocksAreWrong = false;
    },
    keepLogs() {
      const logsFolder = mkdtempSync(join(tmpdir(), 'tercet-chaos-logs-'));
      const logs = readdirSync(folder.path).filter((file) => file.endsWith('.log'));
      for (const file of logs) copyFileSync(join(folder.path, file), join(logsFolder, file));
      return logsFolder;
    },
    invite: async () => (await seed(house)).inviteCode,
    async close() {
      await Promise.all([follower.stop(), ...servers.map((server) => server.stop())]);
      await db.destroy();
      await Promise.all([beacon.stop(), sandbox.stop(), ...links.map((one) => one.close())]);
      await database.stop();
      disk?.remove();
      folder.remove();
    },
  };
}

function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.port = String(port);
  return url.href;
}

/** A free port. If another process takes it before its use, the run fails at its start. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { COMPILE_CACHE } from '@tercet/dev/start/compile-cache.ts';
import { type MovableClock, openMovableClock } from '@tercet/dev/start/movable-clock.ts';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';

const START = join(import.meta.dirname, '../../../dev/start.ts');
const SERVER = 'apps/server/src/main.ts';
const BEACON = 'dev/beacon/main.ts';
const SANDBOX = 'dev/sandbox/main.ts';

/** What `npm start` tells programs when the club is open. */
interface Told {
  address: string;
  dataDir: string;
  ownerUrl: string;
  beaconUrl: string;
  sandboxUrl: string;
  demo: {
    members: { userName: string; password: string }[];
    staff: { name: string; role: string; password: string }[];
    inviteCode: string;
  };
  pids: { server: number; beacon: number; sandbox: number; postgres: number };
}

/** A whole club of its own: `npm start` on a temporary folder and a free port. */
export interface Club extends Told {
  /** Null where the club runs on the real time. */
  clock: MovableClock | null;
  /** Kills the server outright; it is started again within a second or two. */
  killServer(): void;
  /** Kills everything but the database outright. It stays away until `restart`. */
  killAll(): Promise<void>;
  /** Opens it again at the same address, after `killAll`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface ClubOptions {
  /** With the films and hosts that `npm start` shows. Without, a journey that needs some brings its own. */
  seeded?: boolean;
  /** Its time can be moved forward, so that nobody waits for a draw. */
  movableClock?: boolean;
}

export async function startClub({ seeded = false, movableClock = false }: ClubOptions = {}): Promise<Club> {
  const folder = temporaryFolder('tercet-club-');
  const options = { dataDir: folder.path, seeded, movableClock };
  let child = run(options, 0);
  const opened = await first(child, folder);
  const clock = movableClock ? await openMovableClock(opened) : null;
  const club: Club = {
    ...opened,
    clock,
    killServer: () => killChildren(child, [SERVER]),
    async killAll() {
      const exit = once(child, 'exit');
      // Held still, it cannot start again what is killed under it.
      child.kill('SIGSTOP');
      try {
        killChildren(child, [SERVER, BEACON, SANDBOX]);
      } finally {
        child.kill('SIGKILL');
      }
      await exit;
    },
    async restart() {
      child = run(options, Number(new URL(club.address).port));
      Object.assign(club, await told(child));
    },
    async stop() {
      await clock?.close();
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      } else {
        await (await startPostgres({ dataDir: folder.path })).stop();
      }
      folder.remove();
    },
  };
  return club;
}

function run(
  { dataDir, seeded, movableClock }: Required<ClubOptions> & { dataDir: string },
  port: number,
): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const flags = ['--json', '--with-parent', ...(movableClock ? ['--movable-clock'] : [])];
  return spawn(process.execPath, [START, ...flags], {
    env: {
      ...COMPILE_CACHE,
      ...{ PATH, HOME, TMPDIR, TERCET_DATA: dataDir, TERCET_BEACON: 'local', PORT: String(port) },
      ...(seeded ? {} : { TERCET_SEED_FILMS: 'none', TERCET_SEED_HOSTS: 'none' }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function first(child: ChildProcess, folder: TemporaryFolder): Promise<Told> {
  try {
    return await told(child);
  } catch (error) {
    folder.remove();
    throw error;
  }
}

async function told(child: ChildProcess): Promise<Told> {
  const complaints: string[] = [];
  if (!child.stdout || !child.stderr) throw new Error('the club has no output');
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')]);
  if (typeof line !== 'string') throw new Error(`the club did not open: ${complaints.join(' ')}`);
  return JSON.parse(line) as Told;
}

/** By what they run, since one that was started again has another number than it was told with. */
function killChildren(parent: ChildProcess, programs: string[]): void {
  const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim().split(' ');
  for (const pid of children) {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (programs.some((program) => command.includes(program))) process.kill(Number(pid), 'SIGKILL');
  }
}

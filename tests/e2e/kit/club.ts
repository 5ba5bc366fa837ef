import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { COMPILE_CACHE } from '@tercet/dev/start/compile-cache.ts';
import { type MovableClock, openMovableClock } from '@tercet/dev/start/movable-clock.ts';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { copyClubFolder } from './club-folder.ts';

const START = join(import.meta.dirname, '../../../dev/start.ts');
const SERVER = 'apps/server/src/main.ts';
const BEACON = 'dev/beacon/main.ts';
const SANDBOX = 'dev/sandbox/main.ts';

/** The ready message of `npm start --json`. */
interface Ready {
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

/** A whole club: `npm start` on a temporary folder and a free port. */
export interface Club extends Ready {
  /** Null for a club with the real time. */
  clock: MovableClock | null;
  /** Kills the server. It restarts within two seconds. */
  killServer(): void;
  /** Kills everything but the database. It stays down until `restart`. */
  killAll(): Promise<void>;
  /** Starts it again at the same address after `killAll`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface ClubOptions {
  /** With the films and hosts of `npm start`. Other journeys add their own. */
  seeded?: boolean;
  /** Lets journeys move the time forward instead of waiting for draws. */
  movableClock?: boolean;
}

export async function startClub({ seeded = false, movableClock = false }: ClubOptions = {}): Promise<Club> {
  const folder = temporaryFolder('tercet-club-');
  const options = { dataDir: folder.path, seeded, movableClock };
  if (!seeded) copyClubFolder(folder.path);
  let child = run(options, 0);
  const opened = await first(child, folder);
  const clock = movableClock ? await openMovableClock(opened) : null;
  const club: Club = {
    ...opened,
    clock,
    killServer: () => killChildren(child, [SERVER]),
    async killAll() {
      const exit = once(child, 'exit');
      // While stopped, it cannot restart the killed children.
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
      Object.assign(club, await readyMessage(child));
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

async function first(child: ChildProcess, folder: TemporaryFolder): Promise<Ready> {
  try {
    return await readyMessage(child);
  } catch (error) {
    folder.remove();
    throw error;
  }
}

async function readyMessage(child: ChildProcess): Promise<Ready> {
  const complaints: string[] = [];
  if (!child.stdout || !child.stderr) throw new Error('the club has no output');
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'close')]);
  if (typeof line !== 'string') throw new Error(`the club did not open: ${complaints.join(' ')}`);
  return JSON.parse(line) as Ready;
}

/** Finds children by program, since a restarted one has another process id. */
function killChildren(parent: ChildProcess, programs: string[]): void {
  const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim().split(' ');
  for (const pid of children) {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (programs.some((program) => command.includes(program))) process.kill(Number(pid), 'SIGKILL');
  }
}

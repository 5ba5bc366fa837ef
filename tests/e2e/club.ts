import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { COMPILE_CACHE } from '@tercet/dev/compile-cache.ts';
import { startPostgres } from '@tercet/dev/postgres.ts';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';

const START = join(import.meta.dirname, '../../dev/start.ts');
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
  /** Kills the server outright; it is started again within a second or two. */
  killServer(): void;
  /** Kills everything but the database outright. It stays away until `restart`. */
  killAll(): Promise<void>;
  /** Opens it again at the same address, after `killAll`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A journey that needs films or hosts brings its own; `seeded` has those that `npm start` shows. */
export async function startClub({ seeded = false } = {}): Promise<Club> {
  const folder = temporaryFolder('tercet-club-');
  let child = run(folder.path, 0, seeded);
  const club: Club = {
    ...(await first(child, folder)),
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
      child = run(folder.path, Number(new URL(club.address).port), seeded);
      Object.assign(club, await told(child));
    },
    async stop() {
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

function run(dataDir: string, port: number, seeded: boolean): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  return spawn(process.execPath, [START, '--json', '--with-parent'], {
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

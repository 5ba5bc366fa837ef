import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOTTERIES, type LotteryPlan } from '@tercet/dev/house-plan.ts';
import { startBenchClub } from './club.ts';
import { percentile, report } from './measure.ts';
import { findNginx, freePort, nginxFolders, nginxHead, startNginx } from './nginx.ts';
import type { StreamPlan, StreamsSaid } from './stream-clients.ts';

const TABLE = LOTTERIES[0] as LotteryPlan;
const CLIENTS = 10_000;
const DRAWS = 6;
/** Messages to the peer, which need no draw. */
const PUBLISHED = 20;
/** What is left over from opening is given back within this. */
const SETTLE_MS = 5_000;
const NCHAN = ['/usr/lib/nginx/modules/ngx_nchan_module.so', '/usr/share/nginx/modules/ngx_nchan_module.so'];

interface Heard {
  text: string;
  firstMs: number;
  lastMs: number;
}

/**
 * 10,000 members with an event stream each on one process of the server: what each costs it in memory, and how long
 * after a draw is in the book the last of them has the result. Beside it nginx with nchan, one worker, with as many
 * streams of the same clients and a message of the same length, from the call that publishes it.
 */
export async function streams(): Promise<void> {
  const club = await startBenchClub({ members: CLIENTS, lotteries: [TABLE] });
  let message: string;
  let ours: number[];
  try {
    const port = await club.serve(undefined, { TERCET_STREAMS_PER_ADDRESS: String(CLIENTS) }, ['--role=api']);
    const pid = club.newestPid();
    await club.serveRole('draw');
    const cookies = club.members.map(({ token }) => `tercet=${token}`);
    await sleep(SETTLE_MS);
    const before = memoryOf(pid);
    const clients = await openClients({ port, path: '/api/stream', cookies, marker: 'event: drawn' });
    await sleep(SETTLE_MS);
    report('streams, memory a client, 20 at most', (memoryOf(pid) - before) / CLIENTS / 1024, 'KB');
    const drawn = await clients.next(DRAWS);
    clients.stop();
    message = drawn[0]?.text ?? '';
    ours = drawn.map(({ text, lastMs }) => lastMs - Number(/"drawnAtMs":(\d+)/.exec(text)?.[1]));
  } finally {
    await club.stop();
  }
  const theirs = await besideNchan(message);
  report(
    'streams, from the draw to the last client p50',
    percentile(ours, 0.5),
    'ms',
    theirs && percentile(theirs, 0.5),
  );
  report('streams, from the draw to the last client, slowest', Math.max(...ours), 'ms', theirs && Math.max(...theirs));
}

/** Null where this machine has no nginx with nchan. */
async function besideNchan(message: string): Promise<number[] | null> {
  const nginx = findNginx();
  const module = NCHAN.find((file) => existsSync(file));
  if (nginx === null || module === undefined) {
    process.stderr.write('no nginx with nchan (Debian: nginx-light, libnginx-mod-nchan): nothing stands beside it\n');
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tercet-bench-nchan-'));
  const port = await freePort();
  const child = await startNginx(nginx, folder, configOf(folder, module, port), port);
  try {
    const cookies = Array.from({ length: CLIENTS }, () => '');
    const clients = await openClients({ port, path: '/subscribe', cookies, marker: 'data: {' });
    await sleep(SETTLE_MS);
    // As the event's data ends in the server's message.
    const body = /data: (.*)/.exec(message)?.[1] ?? '{}';
    const took: number[] = [];
    for (let n = 0; n < PUBLISHED; n++) {
      const fromMs = performance.timeOrigin + performance.now();
      const heard = clients.next(1);
      await fetch(`http://127.0.0.1:${port}/publish`, {
        method: 'POST',
        body,
        headers: { 'x-eventsource-event': 'drawn' },
      });
      took.push(((await heard)[0]?.lastMs ?? Number.NaN) - fromMs);
      await sleep(300);
    }
    clients.stop();
    return took;
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

function configOf(folder: string, module: string, port: number): string {
  return `
    load_module ${module};${nginxHead(folder)}
    events { worker_connections ${CLIENTS * 2}; }
    worker_rlimit_nofile ${CLIENTS * 2};
    http {
      access_log off;
      tcp_nodelay on;
      nchan_shared_memory_size 256M;${nginxFolders(folder)}
      server {
        listen 127.0.0.1:${port} backlog=4096;
        location = /subscribe { nchan_subscriber eventsource; nchan_channel_id all; }
        location = /publish { nchan_publisher; nchan_channel_id all; }
      }
    }`;
}

interface Clients {
  /** The next messages that all of them have. */
  next(count: number): Promise<Heard[]>;
  stop(): void;
}

/** Throws where not every client has its stream. */
async function openClients(plan: StreamPlan): Promise<Clients> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'stream-clients.ts'), { stdio: 'inherit' });
  let take: ((heard: Heard) => void) | null = null;
  const opened = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      const said = message as StreamsSaid;
      if (!('open' in said)) take?.(said);
      else if (said.refused === 0) resolve();
      else reject(new Error(`${said.refused} of ${plan.cookies.length} clients got no stream`));
    });
    child.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)));
  });
  child.send(plan);
  await opened.catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    next(count) {
      const heard: Heard[] = [];
      return new Promise((resolve) => {
        take = (one) => {
          if (heard.push(one) === count) resolve(heard);
        };
      });
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Resident bytes of a process; 0 where the system does not tell. */
function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1024;
}

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOTTERIES, type LotteryPlan } from '@tercet/dev/play-house/house-plan.ts';
import { startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { findNginx, freePort, nginxFolders, nginxHead, startNginx } from '../kit/nginx.ts';
import type { StreamPlan, StreamsMessage } from './stream-clients.ts';

const TABLE = LOTTERIES[0] as LotteryPlan;
const CLIENTS = 10_000;
const DRAWS = 6;
/** Messages to nchan that need no draw. */
const PUBLISHED = 20;
/** Time for memory used while opening to be released. */
const SETTLE_MS = 5_000;
const DRAWN = 'event: drawn';
const KEPT = new Agent({ keepAlive: true });
const NCHAN = ['/usr/lib/nginx/modules/ngx_nchan_module.so', '/usr/share/nginx/modules/ngx_nchan_module.so'];

interface Heard {
  text: string;
  firstMs: number;
  lastMs: number;
}

/**
 * 10,000 members with an event stream each on one server process: memory per stream, and the time from a draw in the
 * book until the last client has the result. Beside it nginx with nchan, one worker, with as many streams of the same
 * clients; a listener with one stream relays the same club's draws to it. Both clubs settle bets and follow the beacon
 * meanwhile. nchan without a club, after a bare call, is a separate figure.
 */
export async function streams(): Promise<void> {
  const club = await startBenchClub({ members: CLIENTS, lotteries: [TABLE] });
  let ours: number[];
  let theirs: NchanTimes | null;
  try {
    const port = await club.serve(undefined, { TERCET_STREAMS_PER_ADDRESS: String(CLIENTS) }, ['--role=api']);
    const pid = club.newestPid();
    await club.serveRole('draw');
    const cookies = club.members.map(({ token }) => `tercet=${token}`);
    await sleep(SETTLE_MS);
    const before = memoryOf(pid);
    const clients = await openClients({ port, path: '/api/stream', cookies, marker: DRAWN });
    await sleep(SETTLE_MS);
    report('streams, memory a client, 20 at most', (memoryOf(pid) - before) / CLIENTS / 1024, 'KB');
    const drawn = await clients.next(DRAWS);
    clients.stop();
    ours = drawn.map(sinceDrawn);
    theirs = await besideNchan(port, cookies[0] ?? '');
  } finally {
    await club.stop();
  }
  const name = 'streams, from the draw to the last client';
  report(`${name} p50`, percentile(ours, 0.5), 'ms', theirs && percentile(theirs.drawn, 0.5));
  report(`${name}, slowest`, Math.max(...ours), 'ms', theirs && Math.max(...theirs.drawn));
  if (theirs) report(`${name} p50, beside a bare call`, percentile(ours, 0.5), 'ms', percentile(theirs.bare, 0.5));
}

/** Milliseconds from the draw, or from the bare call, to the last client, for each message. */
interface NchanTimes {
  drawn: number[];
  bare: number[];
}

/** Null on a machine without nginx and nchan. */
async function besideNchan(clubPort: number, cookie: string): Promise<NchanTimes | null> {
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
    const clients = await openClients({ port, path: '/subscribe', cookies, marker: DRAWN });
    await sleep(SETTLE_MS);
    const relay = relayDraws(clubPort, cookie, port);
    const heard = await clients.next(DRAWS);
    relay.destroy();
    const bare: number[] = [];
    // The event's data in the server's message.
    const body = /data: (.*)/.exec(heard[0]?.text ?? '')?.[1] ?? '{}';
    for (let n = 0; n < PUBLISHED; n++) {
      const fromMs = performance.timeOrigin + performance.now();
      const one = clients.next(1);
      publish(port, body);
      bare.push(((await one)[0]?.lastMs ?? Number.NaN) - fromMs);
      await sleep(300);
    }
    clients.stop();
    return { drawn: heard.map(sinceDrawn), bare };
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Listens to the club as a member and relays each draw to nchan. */
function relayDraws(clubPort: number, cookie: string, nchanPort: number): Socket {
  const socket = connect({ port: clubPort, host: '127.0.0.1', noDelay: true });
  socket.write(
    `GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:${clubPort}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`,
  );
  socket.on('data', (bytes) => {
    const data = new RegExp(`${DRAWN}\\ndata: (.*)`).exec(bytes.toString())?.[1];
    if (data !== undefined) publish(nchanPort, data);
  });
  return socket;
}

function publish(port: number, body: string): void {
  const headers = { 'x-eventsource-event': 'drawn', 'content-length': Buffer.byteLength(body) };
  const call = request({ host: '127.0.0.1', port, path: '/publish', method: 'POST', agent: KEPT, headers });
  call.on('response', (response) => response.resume());
  call.end(body);
}

function sinceDrawn({ text, lastMs }: Heard): number {
  return lastMs - Number(/"drawnAtMs":(\d+)/.exec(text)?.[1]);
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
  /** The next messages that all clients have received. */
  next(count: number): Promise<Heard[]>;
  stop(): void;
}

/** Throws unless every client has its stream. */
async function openClients(plan: StreamPlan): Promise<Clients> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'stream-clients.ts'), { stdio: 'inherit' });
  let take: ((heard: Heard) => void) | null = null;
  const opened = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      const parsed = message as StreamsMessage;
      if (!('open' in parsed)) take?.(parsed);
      else if (parsed.refused === 0) resolve();
      else reject(new Error(`${parsed.refused} of ${plan.cookies.length} clients got no stream`));
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

/** Resident bytes of a process; 0 where the system does not report it. */
function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1024;
}

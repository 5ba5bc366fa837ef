import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Film } from '@tercet/server/video/films.ts';
import { type BenchClub, startBenchClub } from '../kit/club.ts';
import { report } from '../kit/measure.ts';
import { findNginx, freePort, nginxFolders, nginxHead, startNginx } from '../kit/nginx.ts';
import { putFilm } from './film-kit.ts';
import type { LoadPlan, LoadResult } from './film-load.ts';

const READERS = 2_000;
const MEMBERS = 50;
const WARM_MS = 4_000;
const RUN_MS = 8_000;

/**
 * 2,000 readers of a film's segments with a member's grant each, three times: from one server process, which checks
 * grant and session for each file; from nginx without checks; and from nginx that asks the server and then sends the
 * file. The same files and readers, one run after the other.
 */
export async function filmReaders(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-bench-films-'));
  const club = await startBenchClub({ members: MEMBERS, lotteries: [] });
  const running: ChildProcess[] = [];
  try {
    const films = join(folder, 'films');
    mkdirSync(films);
    const port = await club.serve(undefined, { TERCET_FILMS: films });
    const film = await putFilm(club, { folder, films, seconds: 44 });
    const paths = segmentsOf(film);
    const cookies = await cookiesOf(club, port, film.titleId);
    const load = (target: number) => readAll({ port: target, paths, cookies });
    const node = await load(port);

    const nginx = findNginx();
    if (nginx === null) {
      report('film readers, server alone', megabytes(node), 'MB/s');
      process.stderr.write('there is no nginx on this machine (PATH, or TERCET_NGINX): nothing stands beside it\n');
      return;
    }
    const behind = await club.serve(undefined, { TERCET_FILMS: films, TERCET_FILMS_ACCEL: '/kept' });
    const [alone, asking] = [await freePort(), await freePort()];
    const config = configOf(folder, { alone, asking, films, server: behind });
    running.push(await startNginx(nginx, folder, config, alone));
    const peer = await load(alone);
    const handed = await load(asking);
    report('film readers, server alone', megabytes(node), 'MB/s', megabytes(peer));
    report('film readers, nginx after asking the server', megabytes(handed), 'MB/s', megabytes(peer));
    report('film readers, files from the server', node.files / node.seconds, 'files/s', peer.files / peer.seconds);
  } finally {
    for (const child of running) child.kill('SIGTERM');
    await club.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const megabytes = ({ bytes, seconds }: LoadResult) => bytes / seconds / 1e6;

/** Throws when a reader got anything but whole files. */
async function readAll(plan: Pick<LoadPlan, 'port' | 'paths' | 'cookies'>): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'film-load.ts'), { stdio: 'inherit' });
  const result = new Promise<LoadResult>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadResult));
    child.once('exit', (code) => reject(new Error(`the readers ended with ${code}`)));
  });
  child.send({ ...plan, connections: READERS, warmMs: WARM_MS, runMs: RUN_MS } satisfies LoadPlan);
  const { faults, ...same } = await result;
  if (faults > 0) throw new Error(`${faults} of ${READERS} readers got an incomplete file or an error`);
  return { faults, ...same };
}

function segmentsOf({ id, made }: Film): string[] {
  const files = made?.files.filter((name) => /^full\/v\d\/s\d+\.m4s$/.test(name)) ?? [];
  return files.map((name) => `/films/${id}/${name}`);
}

async function cookiesOf(club: BenchClub, port: number, titleId: string): Promise<string[]> {
  const address = `http://127.0.0.1:${port}`;
  return Promise.all(
    club.members.map(async ({ id, token }) => {
      const session = `tercet=${token}`;
      const headers = { origin: address, cookie: session, 'tercet-caller': id };
      const answer = await fetch(`${address}/api/videos/${titleId}/watch`, { method: 'POST', headers });
      const grant = answer.headers.getSetCookie()[0]?.split(';', 1)[0];
      if (!answer.ok || grant === undefined) throw new Error(`no grant: ${answer.status} ${await answer.text()}`);
      return `${session}; ${grant}`;
    }),
  );
}

interface NginxPlan {
  alone: number;
  asking: number;
  films: string;
  server: number;
}

/** Configuration for large files, from nginx's manual. */
function configOf(folder: string, { alone, asking, films, server }: NginxPlan): string {
  return `${nginxHead(folder)}
    events { worker_connections 8192; }
    worker_rlimit_nofile 16384;
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000;
${nginxFolders(folder)}
      upstream club { server 127.0.0.1:${server}; keepalive 512; keepalive_requests 1000000; }
      server {
        listen 127.0.0.1:${alone} backlog=4096;
        location /films/ { alias ${films}/films/; }
      }
      server {
        listen 127.0.0.1:${asking} backlog=4096;
        location /films/ {
          proxy_pass http://club;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $host;
        }
        location /kept/ { internal; alias ${films}/; }
      }
    }`;
}

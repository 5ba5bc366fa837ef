import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../draw/drawing.ts';
import { type RealClub, runClub, type ServerProcess } from '../draw/processes.ts';
import { call } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { openStream } from '../live/stream-client.ts';

const DEPLOY = join(import.meta.dirname, '../../../../deploy');
const WATCHED = ['prometheus/alerts.yml', 'grafana/tercet.json'].map((path) =>
  readFileSync(join(DEPLOY, path), 'utf8'),
);

let club: Club;
let real: RealClub;
let server: ServerProcess;
beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  real = await runClub(club);
  server = await real.startServer();
  await until('readiness', async () => (await call(server, '/api/health')).status === 200);
}, 120_000);
afterAll(async () => {
  await real.close();
  await club.close();
});

async function readMetrics(): Promise<string> {
  return (await fetch(`${server.metrics}/metrics`)).text();
}

/** Values of a metric by its labels, without the process labels. */
async function valuesOf(name: string, from?: string): Promise<Map<string, number>> {
  const lines = (from ?? (await readMetrics())).split('\n').filter((line) => line.startsWith(`${name}{`));
  return new Map(
    lines.map((line) => {
      const [, labels = '', value = ''] = /^[^{]+\{(.*)\} (.+)$/.exec(line) ?? [];
      return [labels.replace(/,?roles="[^"]*"/, ''), Number(value)];
    }),
  );
}

test('every figure that alerts and the board ask for is told by a server that runs', async () => {
  const types = new Set([...(await readMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const requested = WATCHED.flatMap((text) => text.match(/\b(?:tercet|nodejs|process)_[a-z0-9_]+/g) ?? []);
  const bare = requested.map((name) => (types.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '')));
  expect(new Set(bare).size).toBeGreaterThan(30);
  expect([...new Set(bare)].filter((name) => !types.has(name))).toEqual([]);
});

test('the thread of the draw says how it is, and how late its turns are', async () => {
  await until(
    'its report',
    async () => ((await valuesOf('tercet_draw_worker_report_age_seconds')).get('') ?? Number.NaN) >= 0,
  );
  expect([...(await valuesOf('tercet_draw_worker_delay_seconds')).keys()].sort()).toEqual([
    'quantile="0.5"',
    'quantile="0.99"',
    'quantile="1"',
  ]);
  expect((await valuesOf('tercet_draw_worker_heap_bytes')).get('')).toBeGreaterThan(1_000_000);
  expect((await valuesOf('tercet_draw_worker_restarts_total')).get('')).toBe(0);
});

test('each pool says what of it is at work, with those of the draw’s thread and of the jobs', async () => {
  await until('its report', async () => (await valuesOf('tercet_pool_max')).has('pool="draw"'));
  expect(Object.fromEntries(await valuesOf('tercet_pool_max'))).toMatchObject({
    'pool="api"': 12,
    'pool="draw"': 8,
    'pool="jobs"': 4,
  });
  expect((await valuesOf('tercet_pool_waiting')).get('pool="api"')).toBe(0);
});

test('what waits is counted: a call whose lock somebody holds, and a password behind others', async () => {
  const queues = await valuesOf('tercet_queue_max');
  expect([...queues.keys()].sort()).toEqual(['queue="passwords"', 'queue="pictures"', 'queue="slips"']);
  // Only a few wrong passwords of one name are verified at a time, so use many names.
  const guess = (n: number) => ({ userName: `nobody-of-that-name-${n}`, password: 'none of these is right' });
  let answers = 0;
  let requests: Promise<unknown>[] = [];
  await until('a password that waits', async () => {
    if (answers === requests.length) {
      // All requests ended between two scrapes: repeat them, with fresh attempt counts.
      await club.owner.query('delete from members.attempt_count');
      answers = 0;
      requests = Array.from({ length: 40 }, (_, n) =>
        call(server, '/api/session', { body: guess(n) }).then(() => answers++),
      );
    }
    const page = await readMetrics();
    const waiting = (await valuesOf('tercet_queue_waiting', page)).get('queue="passwords"') ?? 0;
    const calls = (await valuesOf('tercet_http_requests_in_progress', page)).get('') ?? 0;
    return waiting > 0 && calls > waiting;
  });
  await Promise.all(requests);
});

test('a beacon that is away is a fault of its kind; a stream is counted while it is open', async () => {
  const before = (await valuesOf('tercet_draw_faults_total')).get('what="beacon"') ?? 0;
  const again = await real.stopBeacon();
  await until('a fault', async () => ((await valuesOf('tercet_draw_faults_total')).get('what="beacon"') ?? 0) > before);
  await again();
  const stream = await openStream(server.address);
  expect((await valuesOf('tercet_streams_open')).get('')).toBe(1);
  stream.socket.destroy();
  await until('no stream', async () => (await valuesOf('tercet_streams_open')).get('') === 0);
});

import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { type Running, startApi } from './app.ts';
import { refuseUnlessFit } from './app-house.ts';
import { watchClub } from './app-watch.ts';
import { type Config, readConfig } from './config.ts';
import { startJobs } from './jobs/jobs.ts';
import { LOG_SERIALIZERS } from './log-serializers.ts';
import { registerJobFigures } from './watch/job-figures.ts';
import { openRegistry } from './watch/watch.ts';

const ROLES = ['api', 'draw', 'jobs'] as const;
type Role = (typeof ROLES)[number];

const STOP_MS_MAX = 10_000;

async function main(): Promise<void> {
  const config = readConfig();
  const roles = readRoles();
  await refuseUnlessFit(config);
  const running: Running[] = [];
  const registry = config.metrics === null ? null : openRegistry(roles);
  if (roles.includes('draw')) running.push(await startDrawThread(config));
  if (roles.includes('jobs')) {
    const log = pino({ level: config.logLevel, serializers: LOG_SERIALIZERS });
    running.push(await startJobs(config, log, registry ? registerJobFigures(registry) : undefined));
  }
  let address: string | null = null;
  if (roles.includes('api')) {
    const api = await startApi(config, registry);
    address = api.address;
    running.push(api);
  }
  let metrics: string | null = null;
  if (config.metrics && registry) {
    const watch = await watchClub(config, config.metrics, registry, roles.includes('api'));
    metrics = watch.address;
    running.push(watch);
  }
  stopOnSignal(running);
  process.stdout.write(`${JSON.stringify({ ready: true, roles, address, ...(metrics && { metrics }) })}\n`);
}

function readRoles(): Role[] {
  const { values } = parseArgs({
    options: { role: { type: 'string', multiple: true }, 'with-parent': { type: 'boolean' } },
  });
  const asked = (values.role ?? []).flatMap((role) => role.split(','));
  for (const role of asked)
    if (!ROLES.includes(role as Role)) throw new Error(`unknown role ${role}: ${ROLES.join(', ')}`);
  return asked.length === 0 ? [...ROLES] : (asked as Role[]);
}

/** A thread that dies is started again: everything it does can be taken up anywhere. */
async function startDrawThread(config: Config): Promise<Running> {
  let stopping = false;
  let worker: Worker;
  const start = (): Promise<void> =>
    new Promise((resolve) => {
      worker = new Worker(new URL('./draw-thread.ts', import.meta.url), { workerData: config });
      worker.once('message', () => resolve());
      worker.on('error', (error) => process.stderr.write(`draw thread: ${error.message}\n`));
      worker.on('exit', () => {
        resolve();
        if (!stopping) setTimeout(() => void start(), 500);
      });
    });
  await start();
  return {
    stop() {
      stopping = true;
      return new Promise((resolve) => {
        worker.once('exit', () => resolve());
        worker.postMessage('stop');
      });
    },
  };
}

function stopOnSignal(running: Running[]): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    void Promise.all(running.map((one) => one.stop())).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Started by another program that went away: its end of our standard input closes.
  if (process.argv.includes('--with-parent')) process.stdin.on('end', stop).on('error', stop).resume();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

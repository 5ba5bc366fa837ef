import { parseArgs } from 'node:util';
import { startApi } from './app/app.ts';
import { refuseUnlessFit } from './app/house.ts';
import { startJobs } from './app/jobs.ts';
import { serveMetrics } from './app/metrics.ts';
import { endWatchReports, readConfig } from './config/config.ts';
import { PROCESS_ROLES, type ProcessRole } from './db/rights/roles.ts';
import { createSelfCheck, startSelfCheck } from './integrity/self-check.ts';
import { registerJobMetrics } from './metrics/job-metrics.ts';
import { registerProcessMetrics } from './metrics/process-metrics.ts';
import { registerProgramMetrics } from './metrics/program-metrics.ts';
import { openRegistry } from './metrics/registry.ts';
import { superviseDrawWorker } from './process/draw-supervisor.ts';
import { growHeapEvenly } from './process/heap.ts';
import type { Running } from './process/lifecycle.ts';
import { openLog } from './process/log.ts';
import { stopOnSignal } from './process/stopping.ts';
import { startTracing } from './trace/start-tracing.ts';

/**
 * Time limit of a start, which takes seconds. A failed start is better than one that hangs: the supervisor restarts
 * the process.
 */
const START_MS_MAX = 60_000;

async function main(): Promise<void> {
  endWatchReports();
  growHeapEvenly();
  const config = readConfig();
  const roles = readRoles();
  await refuseUnlessFit(config, roles);
  const log = openLog(config.logLevel);
  const leaving = { begun: false };
  const traces = await startTracing(config, roles.filter((role) => role !== 'draw').join(','));
  const running = new Map<string, Running>();
  const registry = config.metrics === null ? null : openRegistry(roles);
  const figures = registry ? registerProcessMetrics(registry, leaving) : undefined;
  const selfCheck = createSelfCheck({ ...config, log });
  if (registry) registerProgramMetrics(registry, selfCheck);
  running.set('self-check', startSelfCheck(selfCheck, log));
  if (roles.includes('draw')) running.set('draw', await superviseDrawWorker(config, figures));
  if (roles.includes('jobs')) {
    const jobFigures = registry ? registerJobMetrics(registry) : undefined;
    running.set('jobs', await startJobs(config, log, { selfCheck, jobFigures, figures }));
  }
  let address: string | null = null;
  if (roles.includes('api')) {
    const api = await startApi(config, { registry, leaving, log, traces, selfCheck, ...(figures && { figures }) });
    address = api.address;
    running.set('api', api);
  }
  const watch =
    config.metrics && registry
      ? await serveMetrics(config, roles[0] ?? 'api', config.metrics, registry, leaving)
      : null;
  const last = {
    async stop() {
      await Promise.all([watch?.stop(), traces?.stop()]);
    },
  };
  stopOnSignal({ running, last, leaving, graceMs: config.drainMs, log });
  const metrics = watch?.address;
  process.stdout.write(`${JSON.stringify({ ready: true, roles, address, ...(metrics && { metrics }) })}\n`);
}

function readRoles(): ProcessRole[] {
  const { values } = parseArgs({
    options: { role: { type: 'string', multiple: true }, 'with-parent': { type: 'boolean' } },
  });
  const requested = (values.role ?? []).flatMap((role) => role.split(','));
  for (const role of requested)
    if (!PROCESS_ROLES.includes(role as ProcessRole))
      throw new Error(`unknown role ${role}: ${PROCESS_ROLES.join(', ')}`);
  return requested.length === 0 ? [...PROCESS_ROLES] : (requested as ProcessRole[]);
}

const late = setTimeout(() => fail(`not started within ${START_MS_MAX / 1_000} s`), START_MS_MAX);
main().then(() => clearTimeout(late), fail);

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

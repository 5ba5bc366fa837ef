import { Counter, Gauge, type Registry } from 'prom-client';
import type { Pool, PoolCounts } from '../db/pool.ts';
import { DRAW_FAULTS, type DrawReport, drawFaultOf } from '../process/draw-report.ts';
import type { Leaving } from '../process/lifecycle.ts';

/** Metrics of one process. Each component adds its own. */
export interface ProcessMetrics {
  pool(name: string, counts: () => PoolCounts): void;
  queue(name: string, max: number, waiting: () => number): void;
  /** Called regularly with the draw worker's report. */
  drawReported(report: DrawReport): void;
  drawRestarted(): void;
  drawFailed(what: string, refusesBook: boolean): void;
}

export function countsOf(pool: Pool): PoolCounts {
  const { totalCount, idleCount, waitingCount, options } = pool;
  return { max: options.max, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

export function registerProcessMetrics(registry: Registry, leaving: Leaving): ProcessMetrics {
  const pools = new Map<string, () => PoolCounts>();
  registerPools(registry, pools);
  const queues = new Map<string, { max: number; waiting: () => number }>();
  registerQueues(registry, queues);
  const draw = registerDrawThread(registry);
  const registers = [registry];
  new Gauge({
    name: 'tercet_shutting_down',
    help: '1 while the process shuts down',
    registers,
    collect() {
      this.set(Number(leaving.begun));
    },
  });
  return {
    pool: (name, counts) => void pools.set(name, counts),
    queue: (name, max, waiting) => void queues.set(name, { max, waiting }),
    drawReported(report) {
      draw.reported(report);
      pools.set('draw', () => report.pool);
    },
    drawRestarted: () => draw.restarts.inc(),
    drawFailed: (what, refusesBook) => draw.faults.inc({ what: drawFaultOf(what, refusesBook) }),
  };
}

function registerPools(registry: Registry, pools: ReadonlyMap<string, () => PoolCounts>): void {
  const gauge = (name: string, help: string, of: (counts: PoolCounts) => number) =>
    new Gauge({
      name: `tercet_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, counts] of pools) this.set({ pool }, of(counts()));
      },
    });
  gauge('max', 'Maximum connections of the pool', ({ max }) => max);
  gauge('in_use', 'Connections in use', ({ inUse }) => inUse);
  gauge('idle', 'Open connections that are idle', ({ idle }) => idle);
  gauge('waiting', 'Callers that wait for a connection', ({ waiting }) => waiting);
}

function registerQueues(registry: Registry, queues: ReadonlyMap<string, { max: number; waiting: () => number }>): void {
  new Gauge({
    name: 'tercet_queue_waiting',
    help: 'Entries that wait in a queue of this process',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      for (const [queue, { waiting }] of queues) this.set({ queue }, waiting());
    },
  });
  new Gauge({
    name: 'tercet_queue_max',
    help: 'Capacity of the queue; further entries are refused',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      for (const [queue, { max }] of queues) this.set({ queue }, max);
    },
  });
}

/**
 * Registers metrics of the draw worker. A hung thread sends no reports, so the age of the last one is the first sign.
 */
function registerDrawThread(registry: Registry) {
  const registers = [registry];
  let last: { report: DrawReport; atMs: number } | null = null;
  new Gauge({
    name: 'tercet_draw_worker_report_age_seconds',
    help: 'Seconds since the last report of the draw worker',
    registers,
    collect() {
      // NaN without a draw worker or before its first report. 0 would mean a report just now.
      this.set(last === null ? Number.NaN : (performance.now() - last.atMs) / 1_000);
    },
  });
  new Gauge({
    name: 'tercet_draw_worker_delay_seconds',
    help: 'Event loop delay of the draw worker, from its last report',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const [quantile, seconds] of Object.entries(last?.report.delaySeconds ?? {}))
        this.set({ quantile }, seconds);
    },
  });
  new Gauge({
    name: 'tercet_draw_worker_heap_bytes',
    help: 'Heap size of the draw worker',
    registers,
    collect() {
      this.set(last?.report.heapBytes ?? 0);
    },
  });
  const restarts = new Counter({
    name: 'tercet_draw_worker_restarts_total',
    help: 'Restarts of the draw worker after a crash',
    registers,
  });
  const faults = new Counter({
    name: 'tercet_draw_faults_total',
    help: 'Faults of the draw, which it retries',
    labelNames: ['what'],
    registers,
  });
  // Initialized to 0, because a counter that appears with its first fault shows no increase.
  for (const what of DRAW_FAULTS) faults.inc({ what }, 0);
  return {
    restarts,
    faults,
    reported(report: DrawReport) {
      last = { report, atMs: performance.now() };
    },
  };
}

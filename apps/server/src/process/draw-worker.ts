import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { startDraw } from '../app/draw.ts';
import type { Config } from '../config/config.ts';
import { countsOf } from '../metrics/process-metrics.ts';
import { startTracing } from '../trace/start-tracing.ts';
import type { DrawMessage } from './draw-report.ts';
import { openLog } from './log.ts';

const REPORT_EVERY_MS = 1_000;
const NANOSECONDS = 1e9;

// Worker thread of the draw. BLS verification and tree hashing must not delay bets.
const config = workerData as Config;
const log = openLog(config.logLevel);
const traces = await startTracing(config, 'draw');
const running = await startDraw(config, (what, error) => {
  log.warn({ err: error, what }, 'draw step failed, will retry');
  say({ kind: 'fault', what, refusesBook: error instanceof Error && error.name === 'BookFault' });
});
say({ kind: 'ready' });
if (config.metrics !== null) reportAgainAndAgain();
parentPort?.on('message', (message) => {
  if (message !== 'stop') return;
  void running
    .stop()
    .then(() => traces?.stop())
    .then(() => process.exit(0));
});

function say(message: DrawMessage): void {
  parentPort?.postMessage(message);
}

function reportAgainAndAgain(): void {
  const delay = monitorEventLoopDelay();
  delay.enable();
  setInterval(() => {
    const delaySeconds = {
      '0.5': delay.percentile(50) / NANOSECONDS,
      '0.99': delay.percentile(99) / NANOSECONDS,
      '1': delay.max / NANOSECONDS,
    };
    delay.reset();
    const heapBytes = process.memoryUsage().heapUsed;
    say({ kind: 'report', report: { delaySeconds, heapBytes, pool: countsOf(running.pool) } });
  }, REPORT_EVERY_MS).unref();
}

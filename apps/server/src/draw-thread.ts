import { parentPort, workerData } from 'node:worker_threads';
import { startDraw } from './app-draw.ts';
import type { Config } from './config.ts';
import { openLog } from './log.ts';
import { followSteps } from './trace/follow-steps.ts';

// The draw checks BLS signatures and hashes trees: on a thread of its own it cannot make a bet wait.
const config = workerData as Config;
const log = openLog(config.logLevel);
const traces = await followSteps(config, 'draw');
const running = await startDraw(config, (what, error) => log.warn({ err: error, what }, 'the draw will try again'));
parentPort?.postMessage('ready');
parentPort?.on('message', (message) => {
  if (message !== 'stop') return;
  void running
    .stop()
    .then(() => traces?.stop())
    .then(() => process.exit(0));
});

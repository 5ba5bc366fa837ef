import type { Server } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { CheckFailure } from '../check/failure.ts';
import { resolve } from '../net/guard.ts';
import { visible } from '../print.ts';
import { closeServer, listen, urlOf } from '../serving/server.ts';
import { StartFailure } from '../storage/start-failure.ts';
import { monitorServer } from './http-server.ts';
import { Monitor, type MonitorMachine } from './monitor.ts';
import { HELP, type MonitorOptions, parseOptions } from './options.ts';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** Pause before the first start asks a club again that did not answer. */
const START_AGAIN_MS = 10_000;
const WATCH_EVERY_MS = 1000;
const STOP_WITHIN_MS = 5000;
const EXIT_AFTER_MS = 100;

const THIS_MACHINE: MonitorMachine = {
  nowMs: Date.now,
  lookup: resolve,
  out: (text) => process.stdout.write(text),
};

/** `tercet monitor`: runs until it receives a signal. Returns the exit code. */
export async function monitorCommand(args: readonly string[], machine: MonitorMachine = THIS_MACHINE): Promise<number> {
  let options: MonitorOptions | null;
  try {
    options = parseOptions(args);
  } catch (error) {
    console.error(visible((error as Error).message));
    return EXIT_USAGE;
  }
  if (options === null) {
    console.log(HELP);
    return 0;
  }
  try {
    await run(options, machine);
    return 0;
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    console.error(visible(error.message));
    return EXIT_FAILED;
  }
}

async function run(options: MonitorOptions, machine: MonitorMachine): Promise<void> {
  const stopped = stopSignal();
  // A kill loses nothing, so a step that takes long is not waited for.
  stopped.signal.addEventListener('abort', () => setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref());
  const monitor = await open(options, machine, stopped.signal);
  if (monitor === null) return;
  const server = monitorServer(monitor, say);
  try {
    await serve(server, monitor);
    await follow(monitor, options.everyMs, stopped.signal);
  } finally {
    await closeServer(server);
    monitor.close();
    // Requests of a step that was left behind would keep the process alive until they end.
    setTimeout(() => process.exit(), EXIT_AFTER_MS).unref();
  }
}

/** Opens the monitor. The first start waits for a club that does not answer. Null where a signal came before. */
async function open(options: MonitorOptions, machine: MonitorMachine, signal: AbortSignal): Promise<Monitor | null> {
  while (!signal.aborted) {
    try {
      return await Monitor.open(options, machine);
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      say(error.message);
      await pause(START_AGAIN_MS, signal);
    }
  }
  return null;
}

async function serve(server: Server, monitor: Monitor): Promise<void> {
  const { host, port } = monitor.options.listen;
  monitor.print({ event: 'listening', url: urlOf(host, await listen(server, port, host)) });
}

/** Takes a step, pauses, and again. Meanwhile silence is noticed, also while a step waits for the club. */
async function follow(monitor: Monitor, everyMs: number, signal: AbortSignal): Promise<void> {
  let failure: unknown;
  const failed = new AbortController();
  const timer = setInterval(() => {
    monitor.watch().catch((error) => {
      failure = error;
      failed.abort();
    });
  }, WATCH_EVERY_MS);
  const ended = AbortSignal.any([signal, failed.signal]);
  const end = aborted(ended);
  try {
    while (!ended.aborted) {
      const step = monitor.step();
      await Promise.race([step, end]);
      // A step that is left behind ends when it writes: the monitor is closed then.
      step.catch(() => {});
      await pause(everyMs, ended);
    }
  } finally {
    clearInterval(timer);
  }
  if (failure !== undefined) throw failure;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return after(ms, undefined, { signal }).catch(() => {});
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function stopSignal(): AbortController {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller;
}

function say(line: string): void {
  console.error(visible(line));
}

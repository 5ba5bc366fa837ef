import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { placeOfOrigin } from '@tercet/fair';
import { codeOf, type Disk, realDisk } from './disk.ts';
import { lockFolder } from './folder-lock.ts';
import { witnessServer } from './http-server.ts';
import type { WitnessOptions } from './options.ts';
import { StartFailure } from './start-failure.ts';
import { WatchedLog } from './watched-log.ts';
import { loadWitnessKey } from './witness-key.ts';

export interface RunningWitness {
  vkey: string;
  url: string;
  port: number;
  /** Stops accepting requests, ends open ones, and releases the folder. */
  close(): Promise<void>;
}

export interface WitnessSurroundings {
  /** Unix milliseconds. */
  now?: () => number;
  disk?: Disk;
  /** Prints a line for the operator. */
  say?: (line: string) => void;
}

const EXPIRE_EVERY_MS = 3_600_000;
/** Grace period for open responses when the witness closes. */
const LAST_ANSWERS_MS = 500;

/** Starts a witness. Throws a `StartFailure` whose message is one line. */
export async function startWitness(
  { name, data, logs: watched, port, host, fromHere }: WitnessOptions,
  { now = Date.now, disk = realDisk, say = console.error }: WitnessSurroundings = {},
): Promise<RunningWitness> {
  const key = await loadWitnessKey(data, name);
  const lock = await lockFolder(data);
  const logs: WatchedLog[] = [];
  for (const { origin, keys, bookUrl } of watched) {
    const folder = join(data, 'logs', placeOfOrigin(origin));
    const forksFolder = join(data, 'forks', placeOfOrigin(origin));
    const options = { origin, keys, bookUrl, folder, forksFolder, fromHere };
    logs.push(await WatchedLog.open(options, { key, disk, now, say }));
  }
  const server = witnessServer(key.vkey, logs, say);
  const bound = await listen(server, port, host);
  const expire = async () => {
    for (const { publication } of logs) await publication.expire(now() / 1000);
  };
  const timer = setInterval(() => expire().catch((error) => say(error.message)), EXPIRE_EVERY_MS);
  await expire();
  return {
    vkey: key.vkey,
    port: bound,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      for (const log of logs) await log.idle();
      await Promise.race([closed, after(LAST_ANSWERS_MS, null, { ref: false })]);
      server.closeAllConnections();
      await closed;
      lock.release();
    },
  };
}

function listen(server: ReturnType<typeof witnessServer>, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isKnown = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(codeOf(error) ?? '');
      reject(isKnown ? new StartFailure(`Cannot listen on ${host}:${port} (${codeOf(error)}).`) : error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

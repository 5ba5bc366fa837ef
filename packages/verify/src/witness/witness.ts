import { join } from 'node:path';
import { placeOfOrigin } from '@tercet/fair';
import { closeServer, listen, urlOf } from '../serving/server.ts';
import { type Disk, realDisk } from '../storage/disk.ts';
import { lockFolder } from '../storage/folder-lock.ts';
import { witnessServer } from './http-server.ts';
import type { WitnessOptions } from './options.ts';
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

/** Starts a witness. Throws a `StartFailure` whose message is one line. */
export async function startWitness(
  { name, data, logs: watched, port, host, fromHere }: WitnessOptions,
  { now = Date.now, disk = realDisk, say = console.error }: WitnessSurroundings = {},
): Promise<RunningWitness> {
  const key = await loadWitnessKey(data, name);
  const lock = await lockFolder(data, 'witness');
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
    url: urlOf(host, bound),
    async close() {
      clearInterval(timer);
      await closeServer(server, async () => {
        for (const log of logs) await log.idle();
      });
      lock.release();
    },
  };
}

/**
 * Starts the local beacon as a process: node dev/beacon/main.ts --data DIR [--port N] [--host ADDRESS] [--with-parent]
 * [--movable-clock]
 *
 * Prints one line of JSON when ready. --with-parent: end when the standard input closes. --movable-clock (for tests):
 * the time is ahead by the milliseconds in the file `ahead-ms` in DIR.
 */
import { parseArgs } from 'node:util';
import { readAheadMs } from './ahead.ts';
import { startBeacon } from './beacon.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    'with-parent': { type: 'boolean', default: false },
    'movable-clock': { type: 'boolean', default: false },
  },
});
const dataDir = values.data ?? process.env.BEACON_DATA;
const port = Number(values.port ?? process.env.BEACON_PORT ?? '0');
if (dataDir === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('usage: main.ts --data DIR [--port N] [--host ADDRESS] [--with-parent] [--movable-clock]');
  process.exit(2);
}

const beacon = await startBeacon({
  dataDir,
  port,
  ...(values.host !== undefined && { host: values.host }),
  ...(values['movable-clock'] && { now: () => Date.now() + readAheadMs(dataDir) }),
});
let stopping = false;

function stop(): void {
  if (stopping) return;
  stopping = true;
  void beacon.close().then(() => process.exit(0));
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
if (values['with-parent']) process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
console.log(JSON.stringify({ ready: true, port: beacon.port, chainHash: beacon.chain.hash }));

/**
 * Starts the sandbox payment provider as a process: TERCET_SANDBOX_SECRET=… node dev/sandbox/main.ts --data DIR [--port
 * N] [--host H] [--webhook-url URL] [--payout-seconds 120-270] [--return-seconds N] [--with-parent]
 *
 * Prints one line of JSON when ready. --with-parent: end when the standard input closes.
 */
import { parseArgs } from 'node:util';
import { type SandboxOptions, startSandbox } from './sandbox.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'webhook-url': { type: 'string' },
    'payout-seconds': { type: 'string' },
    'return-seconds': { type: 'string' },
    'with-parent': { type: 'boolean', default: false },
  },
});

const SPAN = /^([0-9]+)(?:-([0-9]+))?$/;

function fail(): never {
  console.error(
    'usage: TERCET_SANDBOX_SECRET=… main.ts --data DIR [--port N] [--host H] [--webhook-url URL] ' +
      '[--payout-seconds 120-270] [--return-seconds N] [--with-parent]',
  );
  process.exit(2);
}

function readSettings(): NonNullable<SandboxOptions['settings']> {
  const [, least, most = least] = SPAN.exec(values['payout-seconds'] ?? '') ?? [];
  if (values['payout-seconds'] !== undefined && least === undefined) fail();
  return {
    ...(values['webhook-url'] === undefined ? {} : { webhookUrl: values['webhook-url'] }),
    ...(least === undefined ? {} : { payoutSeconds: [Number(least), Number(most)] as [number, number] }),
    ...(values['return-seconds'] === undefined ? {} : { returnSeconds: Number(values['return-seconds']) }),
  };
}

const secret = process.env.TERCET_SANDBOX_SECRET ?? '';
const port = Number(values.port);
if (values.data === undefined || secret.length < 32 || !Number.isInteger(port) || port < 0 || port > 65_535) fail();
const sandbox = await startSandbox({
  dataDir: values.data,
  secret,
  port,
  host: values.host,
  settings: readSettings(),
});
let stopping = false;

function stop(): void {
  if (stopping) return;
  stopping = true;
  void sandbox.close().then(() => process.exit(0));
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
if (values['with-parent']) process.stdin.on('end', stop).on('close', stop).on('error', stop).resume();
console.log(JSON.stringify({ ready: true, port: sandbox.port }));

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartFailure } from './failure.ts';
import { type SandboxControl, sandboxControl } from './sandbox/control-client.ts';
import { URL_FILE } from './sandbox/sandbox.ts';

// npm run sandbox -- advance 3d: sets the clock of the running club's payment provider ahead.
// npm run sandbox -- stats: what it has paid in and out.

const USAGE = 'usage: npm run sandbox -- advance 90s|30m|2h|3d, or: npm run sandbox -- stats';
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

async function main(): Promise<void> {
  const [act, span = ''] = process.argv.slice(2);
  if (act === 'stats') return console.log(JSON.stringify(await opened().stats(), null, 2));
  const [, count, unit] = /^([0-9]{1,5})([smhd])$/.exec(span) ?? [];
  if (act !== 'advance' || unit === undefined) throw new StartFailure(USAGE);
  await opened().advance(Number(count) * (UNITS[unit] ?? 0));
}

function opened(): SandboxControl {
  const dataDir = resolve(process.env.TERCET_DATA || join(import.meta.dirname, '../.data'));
  const [urlFile, secretFile] = [join(dataDir, 'sandbox', URL_FILE), join(dataDir, 'sandbox-secret')];
  if (!existsSync(urlFile) || !existsSync(secretFile)) {
    throw new StartFailure(`No club with a sandbox has been opened on ${dataDir}: npm start opens one`);
  }
  return sandboxControl(readFileSync(urlFile, 'utf8').trim(), readFileSync(secretFile, 'utf8').trim());
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});

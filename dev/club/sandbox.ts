import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, UsageError } from '@tercet/server/cli/program/act.ts';
import { StartFailure } from '../failure.ts';
import { type SandboxControl, sandboxControl } from '../sandbox/control-client.ts';
import { URL_FILE } from '../sandbox/sandbox.ts';
import { dataDirOf } from '../start/options.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export const SANDBOX: Area = {
  name: 'sandbox',
  about: 'the simulated payment provider of the running npm start',
  acts: [
    {
      name: 'advance',
      about: "moves the provider's clock ahead",
      args: [{ name: 'SPAN', about: '90s, 30m, 2h or 3d' }],
      scope: 'files',
      async run({ args: [span = ''], environment }) {
        const seconds = secondsOf(span);
        await openSandbox(environment).advance(seconds);
        return [];
      },
    },
    {
      name: 'stats',
      about: 'prints what it has paid in and out, as JSON',
      scope: 'files',
      run: async ({ environment }) => [JSON.stringify(await openSandbox(environment).stats(), null, 2)],
    },
  ],
};

function secondsOf(span: string): number {
  const [, count, unit = ''] = /^([0-9]{1,5})([smhd])$/.exec(span) ?? [];
  const seconds = UNITS[unit];
  if (seconds === undefined) throw new UsageError('SPAN is 90s, 30m, 2h or 3d, for example');
  return Number(count) * seconds;
}

function openSandbox(environment: NodeJS.ProcessEnv): SandboxControl {
  const dataDir = dataDirOf(environment);
  const [urlFile, secretFile] = [join(dataDir, 'sandbox', URL_FILE), join(dataDir, 'sandbox-secret')];
  if (!existsSync(urlFile) || !existsSync(secretFile)) {
    throw new StartFailure(`No club with a sandbox has been opened on ${dataDir}: npm start opens one`);
  }
  return sandboxControl(readFileSync(urlFile, 'utf8').trim(), readFileSync(secretFile, 'utf8').trim());
}

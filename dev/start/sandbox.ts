import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildPlan } from './child.ts';
import { openLog } from './log-file.ts';

const SANDBOX = join(import.meta.dirname, '../sandbox/main.ts');
const READY_WITHIN_MS = 30_000;

/** The server's environment for the sandbox. */
export interface SandboxEnvironment {
  TERCET_PAYMENTS: 'sandbox';
  TERCET_SANDBOX_URL: string;
  TERCET_SANDBOX_SECRET: string;
}

export interface SandboxPlanOptions {
  dataDir: string;
  host: string;
  secret: string;
  webhookUrl: string;
  env: NodeJS.ProcessEnv;
}

/** The secret is passed in the environment: any user of the machine can read arguments. */
export function sandboxPlan({ dataDir, host, secret, webhookUrl, env }: SandboxPlanOptions): ChildPlan {
  const folder = join(dataDir, 'sandbox');
  return {
    name: 'sandbox',
    args: (before) => [
      ...[SANDBOX, '--data', folder, '--port', String(before?.port ?? 0), '--host', host],
      ...['--webhook-url', webhookUrl, '--with-parent'],
    ],
    env: { ...env, TERCET_SANDBOX_SECRET: secret },
    log: openLog(join(dataDir, 'sandbox.log')),
    readyWithinMs: READY_WITHIN_MS,
  };
}

/** The secret shared by club and sandbox, generated at the first start. */
export function sandboxSecretOf(dataDir: string): string {
  const path = join(dataDir, 'sandbox-secret');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(`${path}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return secret;
}

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Link, openLink } from '@tercet/chaos/link.ts';
import { keep, type RestartedProgram } from '@tercet/chaos/restarted-program.ts';
import { type Provider, providerOf } from '@tercet/chaos/sandbox.ts';
import { startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { type Db, openDb, openPool } from '@tercet/server/db/pool.ts';
import { roleUrls } from '@tercet/server/db/rights/role-urls.ts';
import { PROCESS_ROLES, type ProcessRole } from '@tercet/server/db/rights/roles.ts';
import type { OldCode } from './old-code.ts';

/** A club with a fixed database and helper programs, whose processes run older or newer code. */
export interface Club {
  /** The owner's connection. */
  db: Db;
  sandbox: Provider;
  /** Current addresses for members: one for each running API. */
  addresses(): string[];
  invite(): Promise<string>;
  /** Starts the three roles. Returns when they are ready. */
  start(code: 'old' | 'new'): Promise<void>;
  /** Shuts them down. Members switch to the others before. */
  end(code: 'old' | 'new'): Promise<void>;
  /** Runs `club migrate` of the newer code. Returns its output. */
  migrate(): Promise<string>;
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');
const DEV = join(ROOT, 'dev');
const PASSWORDS = { api: 'api-of-upgrade', draw: 'draw-of-upgrade', jobs: 'jobs-of-upgrade' };
const SECRET = 'the secret of a provider that only pretends';

export async function openClub(folder: string, old: OldCode, members: number): Promise<Club> {
  const logPath = (name: string) => join(folder, `${name}.log`);
  const postgres = await startPostgres({ dataDir: join(folder, 'database'), endWithUs: true });
  const { ownerUrl } = postgres;
  const urls = roleUrls(ownerUrl, PASSWORDS);
  const given = JSON.stringify({ passwords: PASSWORDS });
  await old.evaluate(
    `await (await from('apps/server/src/db/migrate.ts')).migrate(${JSON.stringify(ownerUrl)}, ${given});`,
  );
  const program = (name: string, file: string, args: string[], env: NodeJS.ProcessEnv) =>
    keep({
      name,
      file: join(DEV, file),
      args: [...args, '--with-parent'],
      env: () => ({ ...PASSED_ON, ...env }),
      logPath: logPath(name),
    });
  const beacon = await program('beacon', 'beacon/main.ts', ['--data', join(folder, 'beacon'), '--port', '0'], {});
  const beaconUrl = `http://127.0.0.1:${beacon.readyMessage.port}`;
  const keysDir = join(folder, 'keys');
  const house = JSON.stringify({ ownerUrl, appUrl: ownerUrl, keysDir, beacon: 'local', localBeaconUrl: beaconUrl });
  // In older commits the file is one folder up.
  const playHouse = `from('dev/play-house/play-house.ts').catch(() => from('dev/play-house.ts'))`;
  const invites = (await old.evaluate(`const { seed } = await ${playHouse};
    const codes = [];
    for (let n = 0; n < ${members}; n++) codes.push((await seed(${house})).inviteCode);
    return codes;`)) as string[];
  const sandbox = await program(
    'sandbox',
    'sandbox/main.ts',
    ['--data', join(folder, 'sandbox'), '--payout-seconds', '2'],
    {
      TERCET_SANDBOX_SECRET: SECRET,
    },
  );

  const ports = { old: await freePort(), new: await freePort() };
  const atWork = new Map<'old' | 'new', RestartedProgram[]>();
  const apis: ('old' | 'new')[] = [];
  // The provider sends its webhooks to one fixed address.
  let turn = 0;
  const front: Link = await openLink('front', () => ports[apis[turn++ % Math.max(1, apis.length)] ?? 'new']);
  const addressOf = (port: number): string => `http://127.0.0.1:${port}`;
  const sandboxUrl = addressOf(Number(sandbox.readyMessage.port));
  const provider = providerOf({ url: sandboxUrl, secret: SECRET });
  await provider.change({ webhookUrl: `${addressOf(front.port)}/api/webhooks/sandbox` });
  const origins = [front.port, ports.old, ports.new].map(addressOf).join(',');

  function startRole(code: 'old' | 'new', role: ProcessRole): Promise<RestartedProgram> {
    return keep({
      name: `${code} ${role}`,
      file: join(code === 'old' ? old.folder : ROOT, 'apps/server/src/main.ts'),
      args: [`--role=${role}`, '--with-parent'],
      env: () => ({
        ...PASSED_ON,
        PORT: String(ports[code]),
        TERCET_ORIGINS: origins,
        TERCET_APP_URL: urls[role],
        TERCET_LOCAL_BEACON_URL: beaconUrl,
        TERCET_KEYS: keysDir,
        TERCET_PAYMENTS: 'sandbox',
        TERCET_SANDBOX_URL: sandboxUrl,
        TERCET_SANDBOX_SECRET: SECRET,
        TERCET_LOG: 'warn',
      }),
      logPath: logPath(`${code}-${role}`),
    });
  }

  const db = openDb(openPool({ url: ownerUrl, connectionsMax: 2, applicationName: 'tercet upgrade' }));
  return {
    db,
    sandbox: provider,
    // Without a running API, the address of the new one; clients retry.
    addresses: () => (apis.length === 0 ? ['new' as const] : apis).map((code) => addressOf(ports[code])),
    invite: async () => invites.pop() ?? '',
    async start(code) {
      atWork.set(code, await Promise.all(PROCESS_ROLES.map((role) => startRole(code, role))));
      await untilReady(addressOf(ports[code]));
      apis.push(code);
    },
    async end(code) {
      apis.splice(apis.indexOf(code), 1);
      await Promise.all((atWork.get(code) ?? []).map((program) => program.stop()));
      atWork.delete(code);
    },
    async migrate() {
      const command = join(ROOT, 'apps/server/club.mjs');
      const [api, draw, jobs] = [urls.api, urls.draw, urls.jobs];
      const roles = { TERCET_API_URL: api, TERCET_DRAW_URL: draw, TERCET_JOBS_URL: jobs };
      const env = { ...PASSED_ON, TERCET_OWNER_URL: ownerUrl, ...roles, TERCET_KEYS: keysDir };
      return (await promisify(execFile)(process.execPath, [command, 'migrate'], { env })).stdout.trim();
    },
    async close() {
      await Promise.all([...atWork.values()].flat().map((program) => program.stop()));
      await db.destroy();
      await Promise.all([beacon.stop(), sandbox.stop(), front.close()]);
      await postgres.stop();
    },
  };
}

const PASSED_ON = { PATH: process.env.PATH };
const READY_TRIES_MAX = 600;

async function untilReady(address: string): Promise<void> {
  for (let tries = 0; tries < READY_TRIES_MAX; tries++) {
    const answer = await fetch(`${address}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${address} does not become ready`);
}

/** A free port. If another process takes it before its use, the run fails at its start. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

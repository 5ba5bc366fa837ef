import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startBeacon } from '@tercet/dev/beacon/beacon.ts';
import { seed } from '@tercet/dev/play-house.ts';
import { startPostgres } from '@tercet/dev/postgres.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { migrate } from '@tercet/server/db/migrate.ts';
import { type Db, openDb, openPool } from '@tercet/server/db/pool.ts';
import { type Server, startServer } from './server.ts';

/** A whole club whose server can be killed: database, beacon and provider stay. */
export interface Club {
  db: Db;
  server: Server;
  sandbox: { url: string; secret: string };
  /** As many unused invites as wanted. */
  invite(): Promise<string>;
  close(): Promise<void>;
}

const SANDBOX = join(import.meta.dirname, '../../dev/sandbox/main.ts');
const PASSWORD = 'chaos-of-its-own';
const SECRET = 'the secret of a provider that only pretends';

export async function openClub(): Promise<Club> {
  const folder = temporaryFolder('tercet-chaos-');
  const postgres = await startPostgres({ dataDir: folder.path, endWithUs: true });
  await migrate(postgres.ownerUrl, { appPassword: PASSWORD });
  const appUrl = asApp(postgres.ownerUrl);
  const beacon = await startBeacon({ dataDir: folder.path, port: 0 });
  const keysDir = join(folder.path, 'keys');
  const house = { appUrl, keysDir, beacon: 'local' as const, localBeaconUrl: beacon.url };
  await seed(house);
  const sandbox = await startSandbox(join(folder.path, 'sandbox'));
  const server = await startServer(
    {
      PATH: process.env.PATH,
      PORT: '0',
      TERCET_OWNER_URL: postgres.ownerUrl,
      TERCET_APP_URL: appUrl,
      TERCET_LOCAL_BEACON_URL: beacon.url,
      TERCET_KEYS: keysDir,
      TERCET_PAYMENTS: 'sandbox',
      TERCET_SANDBOX_URL: sandbox.url,
      TERCET_SANDBOX_SECRET: SECRET,
      TERCET_LOG: 'error',
    },
    join(folder.path, 'server.log'),
  );
  const db = openDb(openPool({ url: appUrl, connectionsMax: 4, applicationName: 'tercet chaos' }));
  return {
    db,
    server,
    sandbox: { url: sandbox.url, secret: SECRET },
    invite: async () => (await seed(house)).inviteCode,
    async close() {
      await server.stop();
      await db.destroy();
      sandbox.child.kill('SIGTERM');
      await beacon.close();
      await postgres.stop();
      folder.remove();
    },
  };
}

function asApp(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = 'tercet_app';
  url.password = PASSWORD;
  return url.href;
}

async function startSandbox(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [SANDBOX, '--data', dataDir, '--payout-seconds', '2', '--with-parent'], {
    env: { PATH: process.env.PATH, TERCET_SANDBOX_SECRET: SECRET },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url: `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`, child };
}

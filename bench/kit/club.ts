import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type LotteryPlan, PLAY_HOUSE } from '@tercet/dev/play-house/house-plan.ts';
import { makeHouse, openLottery } from '@tercet/dev/play-house/play-house.ts';
import { startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { SERVER_NODE_OPTIONS } from '@tercet/dev/start/server-options.ts';
import { localBeacon } from '@tercet/server/adapters/beacon/local.ts';
import { bucketOf, newId } from '@tercet/server/db/ids.ts';
import { migrate } from '@tercet/server/db/migrate.ts';
import { openDb, openPool, type Pool } from '@tercet/server/db/pool.ts';
import { roleUrls } from '@tercet/server/db/rights/role-urls.ts';
import type { ProcessRole } from '@tercet/server/db/rights/roles.ts';
import { loadReceiptKey } from '@tercet/server/lottery/receipt-key.ts';
import { newToken } from '@tercet/server/members/sessions/tokens.ts';

/** A club for measuring: real server, PostgreSQL and beacon processes, many members. */
export interface BenchClub {
  ownerUrl: string;
  /** Connection string for each process role. */
  urls: Readonly<Record<ProcessRole, string>>;
  /** The owner's pool, which may write anything. */
  owner: Pool;
  members: BenchMember[];
  keysDir: string;
  beaconUrl: string;
  /** Starts the server process with additional environment and arguments. Returns its port. */
  serve(memberApp?: string, more?: Record<string, string>, args?: readonly string[]): Promise<number>;
  /** Starts a process of one role. */
  serveRole(role: 'draw' | 'jobs'): Promise<ServerProcess>;
  /** Process id of the last one started. */
  newestPid(): number;
  stop(): Promise<void>;
}

export interface ServerProcess {
  /** SIGKILL. */
  kill(): void;
}

export interface BenchMember {
  id: string;
  bucket: number;
  token: string;
}

const ROOT = join(import.meta.dirname, '../..');
const SERVER = 'apps/server/src/main.ts';
export const PASSWORDS = { api: 'bench', draw: 'bench', jobs: 'bench' };

export async function startBenchClub(options: {
  members: number;
  lotteries: readonly LotteryPlan[];
  /** Values for `postgresql.conf` that override those of the embedded server. */
  settings?: Record<string, string>;
}): Promise<BenchClub> {
  const folder = await mkdtemp(join(tmpdir(), 'tercet-bench-'));
  // PostgreSQL's own user must reach the folder, or the cluster would be placed elsewhere and stay there.
  await chmod(folder, 0o711);
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    endWithUs: true,
    settings: options.settings ?? {},
  });
  await migrate(postgres.ownerUrl, { passwords: PASSWORDS });
  const urls = roleUrls(postgres.ownerUrl, PASSWORDS);
  const owner = openPool({ url: postgres.ownerUrl, connectionsMax: 8, statementTimeoutMs: 600_000 });
  const children: ChildProcess[] = [];
  const beaconLine = await start(
    children,
    'dev/beacon/main.ts',
    ['--data', join(folder, 'beacon'), '--with-parent'],
    {},
  );
  const beaconUrl = `http://127.0.0.1:${beaconLine.port}`;
  const keysDir = join(folder, 'keys');
  const db = openDb(owner);
  await makeHouse(db, BALANCE);
  const receiptKey = await loadReceiptKey(keysDir);
  const beacon = await localBeacon(beaconUrl);
  // Of another origin than its book, every draw would be a breach on the members' phones.
  for (const plan of options.lotteries) await openLottery(db, plan, beacon, receiptKey, PLAY_HOUSE.origin);
  const members = await makeMembers(owner, options.members);
  const serverEnv = {
    PORT: '0',
    TERCET_API_URL: urls.api,
    TERCET_DRAW_URL: urls.draw,
    TERCET_JOBS_URL: urls.jobs,
    TERCET_KEYS: keysDir,
    TERCET_LOCAL_BEACON_URL: beaconUrl,
  };
  return {
    ownerUrl: postgres.ownerUrl,
    urls,
    owner,
    members,
    keysDir,
    beaconUrl,
    async serve(memberApp, more = {}, args = []) {
      const line = await start(children, SERVER, ['--with-parent', ...args], {
        ...serverEnv,
        ...(memberApp === undefined ? {} : { TERCET_MEMBER_APP: memberApp }),
        ...more,
      });
      return Number(new URL(String(line.address)).port);
    },
    async serveRole(role) {
      await start(children, SERVER, ['--with-parent', `--role=${role}`], serverEnv);
      const child = children.at(-1);
      return { kill: () => void child?.kill('SIGKILL') };
    },
    newestPid: () => children.at(-1)?.pid ?? 0,
    async stop() {
      const living = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      for (const child of living) child.stdin?.end();
      await Promise.all(living.map((child) => new Promise((resolve) => child.once('exit', resolve))));
      await owner.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one of our programs until its standard input closes. Resolves with its JSON ready line. */
function start(
  children: ChildProcess[],
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', NODE_OPTIONS: SERVER_NODE_OPTIONS, ...env },
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const parsed = JSON.parse(line) as Record<string, unknown>;
      // Log lines use the same stream and may come first.
      if ('level' in parsed) process.stderr.write(`${line}\n`);
      else resolve(parsed);
    });
  });
}

/** Initial balance of each member. Reconciliation would close every table over another amount. */
const BALANCE = 100_000_000n;

/** Creates members with a session each, in bulk, before the measuring. */
async function makeMembers(owner: Pool, count: number): Promise<BenchMember[]> {
  const members = Array.from({ length: count }, () => {
    const id = newId();
    const { token, tokenHash } = newToken(id);
    return { id, bucket: bucketOf(id), token, tokenHash };
  });
  const buckets = members.map((member) => member.bucket);
  const ids = members.map((member) => member.id);
  await owner.query(
    `insert into members.member (bucket, member_id, user_name, password_hash, birth_date, agreement_version, agreed_at, created_at)
     select b, m, 'bench-' || row_number() over (), '', '1990-01-01', 1, now(), now() from unnest($1::smallint[], $2::uuid[]) q (b, m)`,
    [buckets, ids],
  );
  await owner.query(
    `insert into members.session (bucket, member_id, token_hash, created_at, seen_at, used_at, idle_until, expires_at)
     select b, m, t, now(), now(), now(), now() + interval '1 day', now() + interval '1 day'
     from unnest($1::smallint[], $2::uuid[], $3::bytea[]) q (b, m, t)`,
    [buckets, ids, members.map((member) => member.tokenHash)],
  );
  await owner.query(
    'insert into ledger.balance (bucket, member_id) select b, m from unnest($1::smallint[], $2::uuid[]) q (b, m)',
    [buckets, ids],
  );
  await owner.query(
    `select ledger.post($1, $2, array_fill(current_date, array[$3::integer]), $2,
       array_fill('grant'::ledger.kind, array[$3::integer]), array_fill('issue'::ledger.account, array[$3::integer]),
       array_fill('available'::ledger.account, array[$3::integer]), array_fill($4::bigint, array[$3::integer]))`,
    [buckets, ids, count, BALANCE],
  );
  // As in a house that has already reconciled its whole ledger today.
  await owner.query('update ledger.reconciliation set whole_bucket = 256, whole_since = now()');
  await owner.query('vacuum analyze');
  return members;
}

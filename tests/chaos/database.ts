import { setTimeout as sleep } from 'node:timers/promises';
import { placeOf } from '@tercet/dev/postgres/place.ts';
import { type Postgres, startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { serversOf, signal } from '@tercet/dev/postgres/postmaster.ts';
import pg from 'pg';

/** A PostgreSQL that can be killed and restarted. */
export interface Database {
  readonly ownerUrl: string;
  readonly port: number;
  /** Kills the postmaster (SIGKILL). Returns when the database accepts connections again. */
  killAndStart(): Promise<void>;
  /** Kills one backend (SIGKILL). PostgreSQL then ends all connections and recovers. */
  killBackend(pick: (count: number) => number): Promise<void>;
  pause(ms: number): Promise<void>;
  /** Kills all its processes (SIGKILL) for good. */
  kill(): Promise<void>;
  /** Restarts it if it has ended, as on a full disk. */
  again(): Promise<void>;
  /** Runs `act` as the owner, past every link. Null when the database does not answer. */
  asOwner<T>(act: (client: pg.Client) => Promise<T>): Promise<T | null>;
  stop(): Promise<void>;
}

const START_MS_MAX = 60_000;

export async function openDatabase(dataDir: string): Promise<Database> {
  const start = (): Promise<Postgres> => startPostgres({ dataDir, endWithUs: true });
  let postgres = await start();
  const { ownerUrl, port } = postgres;
  const { cluster } = placeOf(dataDir);
  /** Serializes starts. */
  let starting: Promise<void> = Promise.resolve();

  function again(): Promise<void> {
    starting = starting.then(async () => {
      if (serversOf(cluster).includes(postgres.pid)) return;
      await postgres.stop();
      postgres = await startPatiently();
    });
    return starting;
  }

  /** On a full disk it can neither start nor log the attempt. */
  async function startPatiently(): Promise<Postgres> {
    const deadline = performance.now() + START_MS_MAX;
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(200);
      }
    }
  }

  return {
    ownerUrl,
    port,
    async killAndStart() {
      await starting;
      signal(postgres.pid, 'SIGKILL');
      await postgres.ended;
      await again();
    },
    async killBackend(pick) {
      const backends = serversOf(cluster).filter((pid) => pid !== postgres.pid);
      const pid = backends[pick(Math.max(1, backends.length))];
      if (pid !== undefined) signal(pid, 'SIGKILL');
    },
    async pause(ms) {
      const paused = serversOf(cluster);
      for (const pid of paused) signal(pid, 'SIGSTOP');
      await sleep(ms);
      for (const pid of paused) signal(pid, 'SIGCONT');
    },
    async kill() {
      await starting;
      for (const pid of [postgres.pid, ...serversOf(cluster)]) signal(pid, 'SIGKILL');
      await postgres.ended;
      await postgres.stop();
    },
    again,
    async asOwner(act) {
      const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
      client.on('error', () => {});
      try {
        await client.connect();
        return await act(client);
      } catch {
        return null;
      } finally {
        await client.end().catch(() => {});
      }
    },
    async stop() {
      await starting;
      await postgres.stop();
    },
  };
}

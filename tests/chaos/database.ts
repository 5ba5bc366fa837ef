import { setTimeout as sleep } from 'node:timers/promises';
import { placeOf } from '@tercet/dev/postgres/place.ts';
import { type Postgres, startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { serversOf, signal } from '@tercet/dev/postgres/postmaster.ts';
import pg from 'pg';

/** A PostgreSQL that ends badly, and is started again. */
export interface Database {
  readonly ownerUrl: string;
  readonly port: number;
  /** SIGKILL to the first of its processes; returns when it takes connections again. */
  killAndStart(): Promise<void>;
  /** SIGKILL to one connection's process, at which PostgreSQL ends all and recovers by itself. */
  killBackend(pick: (count: number) => number): Promise<void>;
  pause(ms: number): Promise<void>;
  /** SIGKILL to all of its processes at once, for good. */
  kill(): Promise<void>;
  /** Starts it where it has ended by itself, as one does that finds no room to write. */
  again(): Promise<void>;
  /** As its owner, past every link. Null where it does not answer. */
  asOwner<T>(act: (client: pg.Client) => Promise<T>): Promise<T | null>;
  stop(): Promise<void>;
}

const START_MS_MAX = 60_000;

export async function openDatabase(dataDir: string): Promise<Database> {
  const start = (): Promise<Postgres> => startPostgres({ dataDir, endWithUs: true });
  let postgres = await start();
  const { ownerUrl, port } = postgres;
  const { cluster } = placeOf(dataDir);
  /** One start at a time, whoever asks. */
  let starting: Promise<void> = Promise.resolve();

  function again(): Promise<void> {
    starting = starting.then(async () => {
      if (serversOf(cluster).includes(postgres.pid)) return;
      await postgres.stop();
      postgres = await startPatiently();
    });
    return starting;
  }

  /** On a full disk it does not start, nor may it write that it tried. */
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

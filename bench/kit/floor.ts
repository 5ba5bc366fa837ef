import type { Socket } from 'node:net';
import pg from 'pg';

const ROWS = 100_000;
const CLIENTS = 32;

/** Tables for the floors, in the club's database, shaped like pgbench's. */
export async function prepareFloor(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    create table public.bench_account (aid integer primary key, bid integer, balance bigint not null, filler char(84));
    create table public.bench_history (tid integer, bid integer, aid integer, delta integer, mtime timestamp, filler char(22));
    insert into public.bench_account select g, 1, 0, '' from generate_series(1, ${ROWS}) g;`);
  await client.query('vacuum analyze public.bench_account');
  await client.end();
}

type Act = (client: LeanClient, aid: number) => Promise<void>;

const update = (aid: number) => `update public.bench_account set balance = balance + 1 where aid = ${aid}`;
const read = (aid: number) => `select balance from public.bench_account where aid = ${aid}`;
const note = (aid: number) =>
  `insert into public.bench_history (tid, bid, aid, delta, mtime) values (1, 1, ${aid}, 1, current_timestamp)`;

/**
 * The "simple update" of pgbench (`pgbench -N`): one durable transaction that updates a random account, reads it and
 * adds a history row. It uses three messages instead of pgbench's five. With three, this client is as fast as the real
 * pgbench or faster; with five it would be slower, which would flatter our ratio. The bundled PostgreSQL contains no
 * pgbench.
 */
const simpleUpdate: Act = async (client, aid) => {
  await client.run(`begin; ${update(aid)}`);
  await client.run(read(aid));
  await client.run(`${note(aid)}; end`);
};

/** The same transaction in one message: the cost without round trips. */
const oneMessage: Act = (client, aid) => client.run(`begin; ${update(aid)}; ${read(aid)}; ${note(aid)}; end`);

/** The cheapest durable transaction: one UPDATE of one row. */
const bareUpdate: Act = (client, aid) => client.run(update(aid));

export const FLOORS = { simpleUpdate, oneMessage, bareUpdate };

const READY = 'Z'.charCodeAt(0);
const FAILED = 'E'.charCodeAt(0);

/**
 * The simple query protocol on a bare socket. It shares the machine with the server, so like pgbench it only checks
 * that an answer is complete.
 */
class LeanClient {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #failed = false;
  #done: ((failed: boolean) => void) | null = null;

  /** Takes the socket over from a connected client. */
  constructor(client: pg.Client) {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    stream.on('data', (chunk) => this.#read(chunk));
    this.#socket = stream;
  }

  async run(statement: string): Promise<void> {
    const message = Buffer.allocUnsafe(statement.length + 6);
    message.write('Q', 0, 'latin1');
    message.writeInt32BE(statement.length + 5, 1);
    message.write(statement, 5, 'latin1');
    message[message.length - 1] = 0;
    const failed = await new Promise<boolean>((resolve) => {
      this.#done = resolve;
      this.#socket.write(message);
    });
    if (failed) throw new Error(`the floor failed at: ${statement}`);
  }

  #read(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    let at = 0;
    while (at + 5 <= this.#buffer.length) {
      const end = at + 1 + this.#buffer.readInt32BE(at + 1);
      if (end > this.#buffer.length) break;
      const type = this.#buffer[at];
      at = end;
      if (type === FAILED) this.#failed = true;
      if (type === READY) this.#finish();
    }
    this.#buffer = this.#buffer.subarray(at);
  }

  #finish(): void {
    const done = this.#done;
    const failed = this.#failed;
    this.#done = null;
    this.#failed = false;
    done?.(failed);
  }
}

/** Transactions a second by 32 clients, each committing before its next. */
export async function floorPerSecond(
  ownerUrl: string,
  act: Act,
  seconds: number,
  onDone: () => void = () => {},
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: ownerUrl });
      await client.connect();
      return { client, lean: new LeanClient(client) };
    }),
  );
  let count = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    clients.map(async ({ lean }) => {
      while (performance.now() < end) {
        await act(lean, 1 + Math.floor(Math.random() * ROWS));
        onDone();
        count++;
      }
    }),
  );
  const perSecond = count / ((performance.now() - start) / 1_000);
  await Promise.all(clients.map(({ client }) => client.end()));
  return perSecond;
}

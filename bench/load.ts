import { connect, type Socket } from 'node:net';

/**
 * A lean HTTP/1.1 load generator: it shares the machine with what it measures, so it builds requests as bytes and reads
 * no more of an answer than its length and status.
 */
export interface Answer {
  status: number;
  /** From the moment the request was due (open loop) or sent (closed loop). */
  ms: number;
}

export interface LoadOptions {
  port: number;
  connections: number;
  /** The whole request, head and body, for the n-th request of a connection. */
  request(connection: number, n: number): string;
  onAnswer(answer: Answer): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** One request at a time. */
export class Connection {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #done: ((status: number) => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => this.#finish(0));
    socket.on('close', () => this.#finish(0));
  }

  /** The status; 0 where the connection is closed, by then or before: a server closes those that are idle. */
  send(request: string): Promise<number> {
    if (this.#socket.destroyed) return Promise.resolve(0);
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    const headEnd = this.#buffer.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#buffer.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#buffer.length < headEnd + HEAD_END.length + length) return;
    this.#buffer = this.#buffer.subarray(headEnd + HEAD_END.length + length);
    this.#finish(Number(head.slice(9, 12)));
  }

  #finish(status: number): void {
    const done = this.#done;
    this.#done = null;
    done?.(status);
  }
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return new Connection(socket);
}

function openAll(options: LoadOptions): Promise<Connection[]> {
  return Promise.all(Array.from({ length: options.connections }, () => openConnection(options.port)));
}

/** Every connection sends its next request as soon as it has its answer. Returns the seconds that it took. */
export async function closedLoop(options: LoadOptions, seconds: number): Promise<number> {
  const connections = await openAll(options);
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    connections.map(async (connection, index) => {
      for (let n = 0; performance.now() < end; n++) {
        const sent = performance.now();
        const status = await connection.send(options.request(index, n));
        options.onAnswer({ status, ms: performance.now() - sent });
        if (status === 0) break;
      }
    }),
  );
  for (const connection of connections) connection.close();
  return (performance.now() - start) / 1_000;
}

/** Requests are due at a fixed rate, whether or not the server keeps up; a late one counts its waiting. */
export async function openLoop(options: LoadOptions, perSecond: number, seconds: number): Promise<void> {
  const idle = await openAll(options);
  const all = [...idle];
  const index = new Map(all.map((connection, place) => [connection, place]));
  const due: number[] = [];
  const start = performance.now();
  const total = perSecond * seconds;
  let issued = 0;
  let answered = 0;
  await new Promise<void>((resolve) => {
    const pump = (): void => {
      const now = performance.now();
      while (issued < total && start + (issued * 1_000) / perSecond <= now)
        due.push(start + (issued++ * 1_000) / perSecond);
      while (due.length > 0 && idle.length > 0) serve(idle.pop() as Connection, due.shift() as number);
      if (answered < total) setTimeout(pump, 1);
      else resolve();
    };
    const serve = (connection: Connection, dueAt: number): void => {
      const place = index.get(connection) ?? 0;
      void connection.send(options.request(place, answered + due.length)).then((status) => {
        options.onAnswer({ status, ms: performance.now() - dueAt });
        answered++;
        idle.push(connection);
      });
    };
    pump();
  });
  for (const connection of all) connection.close();
}

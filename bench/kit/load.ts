import { connect, type Socket } from 'node:net';

/**
 * A lean HTTP/1.1 load generator. It shares the machine with the server, so it prepares requests as bytes and parses
 * only length and status of an answer.
 */
export interface Answer {
  status: number;
  /** Milliseconds since the request was due (open loop) or sent (closed loop). */
  ms: number;
}

export interface LoadOptions {
  port: number;
  connections: number;
  /** The n-th request of a connection, head and body. */
  request(connection: number, n: number): string;
  onAnswer(answer: Answer): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');
/** Larger than any measured answer. */
const ANSWER_BYTES_MAX = 16_384;

/**
 * A connection with one request at a time. It reuses its buffer: new ones would cause garbage collection on the
 * server's cores while a slip waits.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #answer = Buffer.alloc(ANSWER_BYTES_MAX);
  #length = 0;
  #done: ((status: number) => void) | null = null;

  constructor(port: number, onConnect: (error?: Error) => void) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(ANSWER_BYTES_MAX),
        callback: (length, bytes) => {
          this.#read(bytes, length);
          return true;
        },
      },
    });
    this.#socket.once('connect', () => onConnect());
    this.#socket.on('error', (error) => {
      onConnect(error);
      this.#finish(0);
    });
    this.#socket.on('close', () => this.#finish(0));
  }

  /** Returns the status; 0 when the connection is or gets closed, as servers do with idle ones. */
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

  #read(bytes: Uint8Array, length: number): void {
    if (this.#length + length > ANSWER_BYTES_MAX) {
      this.#socket.destroy();
      return;
    }
    this.#answer.set(bytes.subarray(0, length), this.#length);
    this.#length += length;
    const headEnd = this.#answer.subarray(0, this.#length).indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#answer.toString('latin1', 0, headEnd);
    const body = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#length < headEnd + HEAD_END.length + body) return;
    this.#length = 0;
    this.#finish(Number(head.slice(9, 12)));
  }

  #finish(status: number): void {
    const done = this.#done;
    this.#done = null;
    done?.(status);
  }
}

export function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = new Connection(port, (error) => (error ? reject(error) : resolve(connection)));
  });
}

function openAll(options: LoadOptions): Promise<Connection[]> {
  return Promise.all(Array.from({ length: options.connections }, () => openConnection(options.port)));
}

/** Every connection sends its next request when it has its answer. Returns the duration in seconds. */
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

/** Requests are due at a fixed rate, whether or not the server keeps up. Latency includes waiting. */
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

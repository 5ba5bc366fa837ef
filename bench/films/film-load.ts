import { connect, type Socket } from 'node:net';

// A process with many readers. Each has a keep-alive connection and requests the next file when the last has arrived. A
// message starts it; it answers with totals.

export interface LoadPlan {
  port: number;
  connections: number;
  /** Full paths. Each reader starts at another one. */
  paths: string[];
  /** Cookies, assigned to the readers in turn. */
  cookies: string[];
  warmMs: number;
  runMs: number;
}

export interface LoadResult {
  bytes: number;
  files: number;
  seconds: number;
  /** Responses that were not a whole file. */
  faults: number;
}

process.on('message', (plan: LoadPlan) => {
  read(plan).then(
    (result) => {
      process.send?.(result);
      process.disconnect();
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

const HEAD_END = Buffer.from('\r\n\r\n');
/** Shared by all readers: the content is counted and discarded. A buffer for each would cost more than the reading. */
const RECEIVED = Buffer.alloc(256 * 1_024);

async function read(plan: LoadPlan): Promise<LoadResult> {
  const count = { bytes: 0, files: 0, faults: 0 };
  const requests = plan.cookies.map((cookie) =>
    plan.paths.map((path) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\nCookie: ${cookie}\r\n\r\n`),
    ),
  );
  const sockets: Socket[] = [];
  for (let n = 0; n < plan.connections; n++) {
    sockets.push(reader(plan.port, requests[n % requests.length] ?? [], n, count));
    // Opening all at once would overflow the listen backlog.
    if (n % 50 === 49) await sleep(50);
  }
  await sleep(plan.warmMs);
  const before = { ...count };
  const start = performance.now();
  await sleep(plan.runMs);
  const result = {
    bytes: count.bytes - before.bytes,
    files: count.files - before.files,
    seconds: (performance.now() - start) / 1_000,
    faults: count.faults,
  };
  for (const socket of sockets) socket.destroy();
  return result;
}

function reader(
  port: number,
  requests: Buffer[],
  offset: number,
  count: LoadResult | Omit<LoadResult, 'seconds'>,
): Socket {
  let next = offset;
  /** Bytes of the body left; -1 before the head has arrived. */
  let left = -1;
  let head: Buffer = Buffer.alloc(0);
  const onread = { buffer: RECEIVED, callback: (bytes: number) => take(RECEIVED.subarray(0, bytes)) };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
  const ask = () => socket.write(requests[next++ % requests.length] ?? '');
  socket.on('connect', ask);
  socket.on('error', () => {
    count.faults++;
  });

  /** Returns whether to read on. */
  function take(chunk: Buffer): boolean {
    let body = chunk;
    if (left < 0) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return true;
      const text = head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
        count.faults++;
        socket.destroy();
        return false;
      }
      left = Number(length);
      body = head.subarray(end + HEAD_END.length);
      head = Buffer.alloc(0);
    }
    count.bytes += body.length;
    left -= body.length;
    if (left > 0) return true;
    left = -1;
    count.files++;
    ask();
    return true;
  }

  return socket;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

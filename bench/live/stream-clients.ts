import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that opens many event streams and reports when the first and the last of them received each message. */
export interface StreamPlan {
  port: number;
  path: string;
  /** One for each client. */
  cookies: string[];
  /** Text that identifies a counted message and occurs in it once. */
  marker: string;
}

export type StreamsMessage =
  | { open: number; refused: number }
  /** A message that every client has received; times in unix milliseconds. */
  | { text: string; firstMs: number; lastMs: number };

/** Connections being opened at a time. */
const OPENING = 200;
/** A message counts as delivered after this long without news. */
const QUIET_MS = 1_000;

process.once('message', (message) => void run(message as StreamPlan));

async function run(plan: StreamPlan): Promise<void> {
  const marker = Buffer.from(plan.marker);
  const counts = new Uint16Array(plan.cookies.length);
  const heard: { clients: number; firstMs: number; text: string }[] = [];
  let lastHeardMs = 0;
  const hear = (client: number, bytes: Buffer): void => {
    for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 1)) {
      lastHeardMs = nowMs();
      const n = counts[client] ?? 0;
      counts[client] = n + 1;
      heard[n] ??= { clients: 0, firstMs: nowMs(), text: bytes.toString('utf8', at) };
      const one = heard[n];
      one.clients += 1;
      if (one.clients === plan.cookies.length) say({ text: one.text, firstMs: one.firstMs, lastMs: nowMs() });
    }
  };
  let next = 0;
  let refused = 0;
  const openSome = async (): Promise<void> => {
    while (next < plan.cookies.length) {
      const client = next++;
      if (!(await open(plan, client, (bytes) => hear(client, bytes)))) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: OPENING }, openSome));
  // Some clients missed messages while others opened. The next one counts.
  while (nowMs() - lastHeardMs < QUIET_MS) await sleep(QUIET_MS);
  counts.fill(0);
  heard.length = 0;
  say({ open: plan.cookies.length - refused, refused });
}

/** Whether the stream was opened. */
function open(plan: StreamPlan, client: number, hear: (bytes: Buffer) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: Socket = connect(plan.port, '127.0.0.1');
    const cookie = plan.cookies[client] ?? '';
    socket.write(
      `GET ${plan.path} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\nAccept: text/event-stream\r\n${cookie && `Cookie: ${cookie}\r\n`}\r\n`,
    );
    socket.once('data', (bytes) => {
      resolve(bytes.subarray(9, 12).toString() === '200');
      socket.on('data', hear);
    });
    socket.once('close', () => resolve(false));
    socket.on('error', () => resolve(false));
  });
}

function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function say(stated: StreamsMessage): void {
  process.send?.(stated);
}

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Machines } from './machines.ts';

export interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
  /** Empty when the response is not JSON. */
  json: Body;
}

/** Fields that the tests read. */
interface Body {
  code?: string;
  state?: string;
  current?: { drawId: string };
  table?: { hash: string };
  slip?: { id: string; drawId: string };
}

interface CallOptions {
  body?: unknown;
  cookie?: string;
  method?: string;
  headers?: Record<string, string>;
}

export interface StreamEvent {
  event: string;
  data: { drawId?: string; slipsSettled?: { slipId: string }[] };
}

export interface Stream {
  /** The first matching event, received or future. Has no timeout of its own: the test's timeout applies. */
  event(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  ended: Promise<void>;
  close(): void;
}

export interface Caller {
  /** Calls the edge, or `address` with the edge's headers. */
  call(path: string, requested?: CallOptions, address?: string): Promise<Answer>;
  /** Signs in and returns the cookie. */
  signIn(userName: string, password: string, address?: string): Promise<string>;
  stream(cookie: string, address?: string): Promise<Stream>;
}

interface CallerOptions extends Pick<Machines, 'origin' | 'ca'> {
  /** IPv4 address of the origin's name. Absent: as the name resolves. */
  host?: string;
}

export function callerOf({ origin, ca, host }: CallerOptions): Caller {
  const at = host === undefined ? {} : { lookup: lookupOf(host) };
  const agents = { tls: new Agent({ ca, keepAlive: true, ...at }), plain: new PlainAgent({ keepAlive: true, ...at }) };

  function ask(path: string, { body, cookie, method, headers }: CallOptions, address = origin) {
    const isTls = address.startsWith('https:');
    // Headers that nginx/headers.conf adds.
    const handedOn = { host: new URL(origin).host, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
    const given = {
      ...(isTls ? {} : handedOn),
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      ...(cookie !== undefined && { cookie, 'tercet-caller': memberOf(cookie) }),
      origin,
      ...headers,
    };
    const options = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers: given };
    const url = `${address}${path}`;
    const sent = isTls
      ? request(url, { ...options, agent: agents.tls })
      : plainRequest(url, { ...options, agent: agents.plain });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    return sent;
  }

  async function call(path: string, requested: CallOptions = {}, address?: string): Promise<Answer> {
    const [answer] = await once(ask(path, requested, address), 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const isJson = /json/.test(answer.headers['content-type'] ?? '') && !answer.headers['content-encoding'];
    return { status: answer.statusCode, headers: answer.headers, body: text, json: isJson ? JSON.parse(text) : {} };
  }

  return {
    call,
    async signIn(userName, password, address) {
      const answer = await call('/api/session', { body: { userName, password } }, address);
      if (answer.status >= 300) throw new Error(`${userName} is not let in: ${answer.status} ${answer.body}`);
      return String(answer.headers['set-cookie']?.[0]).split(';', 1)[0] ?? '';
    },
    async stream(cookie, address) {
      const sent = ask('/api/stream', { cookie, headers: { accept: 'text/event-stream' } }, address);
      const [answer] = await once(sent, 'response');
      if (answer.statusCode !== 200) throw new Error(`no stream: ${answer.statusCode}`);
      return readStream(answer, () => sent.destroy());
    },
  };
}

function lookupOf(address: string): LookupFunction {
  return (_name, options, done) => (options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4));
}

/** The member of a session cookie, from the first half of the token. */
function memberOf(cookie: string): string {
  const [id = ''] = cookie.split('=')[1]?.split('.') ?? [];
  const hex = Buffer.from(id, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function readStream(answer: NodeJS.ReadableStream, close: () => void): Stream {
  const events: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  answer.on('data', (chunk: Buffer) => {
    const parts = (text + chunk.toString()).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const fields = new Map(
        part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      events.push({ event: fields.get('event') ?? '', data: JSON.parse(fields.get('data') ?? 'null') });
    }
    for (const look of waiting) look();
  });
  // An aborted stream also ends.
  const ended = new Promise<void>((resolve) => {
    answer.once('close', resolve).once('error', () => resolve());
  });
  return {
    event: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = events.find(fits);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    ended,
    close,
  };
}

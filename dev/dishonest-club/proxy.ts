/** An HTTP proxy that can change each answer. It holds no key of the club behind it. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer, ClubRequest, Tamper, Tools } from './tamper.ts';

export interface ProxyOptions {
  /** Address of the server behind it, without a trailing slash. */
  target: string;
  /** Other paths are streamed through unchanged, so that event streams and films work. */
  isEvidence: (path: string) => boolean;
  /** An address on this machine that no honest client requests: see `Trap`. */
  trapUrl: string;
}

/** Headers of one connection, or of a body that is encoded again. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']);
/** Disables caching: a browser would show a cached honest answer instead of a lie, or keep a lie. */
const CACHE_HEADERS = new Set(['if-none-match', 'if-modified-since', 'etag', 'last-modified', 'cache-control']);

export class LyingProxy {
  readonly #options: ProxyOptions;
  readonly #server: Server;
  #memory = new Map<string, unknown>();
  #tamper: Tamper | null = null;
  /** Paths of answered requests. */
  readonly asked: string[] = [];

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#server = createServer((incoming, response) => {
      this.#answer(incoming, response).catch(() => response.destroy());
    });
  }

  static async start(options: ProxyOptions): Promise<LyingProxy> {
    const proxy = new LyingProxy(options);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets how answers are changed; null for no change. Each lie starts with an empty memory. */
  set tamper(tamper: Tamper | null) {
    this.#tamper = tamper;
    this.#memory = new Map();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', this.url);
    this.asked.push(path);
    if (!this.#options.isEvidence(path)) return this.#pass(incoming, response);
    const tamper = this.#tamper ?? asItIs;
    const body = await collect(incoming);
    const { method = 'GET', headers } = incoming;
    const requested: ClubRequest = { method, path, query, cookie: headers.cookie ?? null };
    const honest = await this.#read(incoming.url ?? '/', incoming, body);
    await send(response, await tamper(honest, requested, this.#tools()));
  }

  #tools(): Tools {
    return {
      read: (path) => this.#read(path),
      memory: this.#memory,
      trapUrl: this.#options.trapUrl,
      url: this.url,
    };
  }

  async #read(path: string, incoming?: IncomingMessage, body?: Uint8Array): Promise<Answer> {
    const answer = await this.#ask(path, incoming, body);
    const headers = { ...headersOf(answer), 'cache-control': 'no-store' };
    return { status: answer.statusCode ?? 502, headers, body: await collect(answer) };
  }

  #ask(path: string, incoming?: IncomingMessage, body?: Uint8Array): Promise<IncomingMessage> {
    const headers = this.#headersFor(incoming, body === undefined ? NONE : CACHE_HEADERS);
    return new Promise((resolve, reject) => {
      const asking = request(`${this.#options.target}${path}`, { method: incoming?.method ?? 'GET', headers }, resolve);
      asking.on('error', reject);
      if (incoming !== undefined && body === undefined) incoming.pipe(asking);
      else asking.end(body);
    });
  }

  /** The club must take the request for one from its own pages. */
  #headersFor(incoming: IncomingMessage | undefined, left: ReadonlySet<string>): Record<string, string | string[]> {
    const { host } = new URL(this.#options.target);
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(incoming?.headers ?? {})) {
      if (value !== undefined && !OWN_HEADERS.has(name) && !left.has(name)) headers[name] = value;
    }
    if (incoming?.headers['content-length']) headers['content-length'] = incoming.headers['content-length'];
    for (const name of ['origin', 'referer']) {
      const value = headers[name];
      if (typeof value === 'string') headers[name] = value.replace(this.url, this.#options.target);
    }
    return { ...headers, host, 'accept-encoding': 'identity' };
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await this.#ask(incoming.url ?? '/', incoming);
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.on('error', () => response.destroy());
    response.on('close', () => answer.destroy());
    answer.pipe(response);
  }
}

const NONE: ReadonlySet<string> = new Set();

function asItIs(answer: Answer): Answer {
  return answer;
}

function headersOf(answer: IncomingMessage): Record<string, string | string[]> {
  const headers = Object.entries(answer.headers).filter(([name]) => !OWN_HEADERS.has(name) && !CACHE_HEADERS.has(name));
  return Object.fromEntries(headers) as Record<string, string | string[]>;
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function send(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  response.writeHead(status, headers);
  response.flushHeaders();
  if (body instanceof Uint8Array) {
    response.end(body);
    return;
  }
  for await (const piece of body) {
    if (response.destroyed) return;
    if (!response.write(piece)) await writable(response);
  }
  response.end();
}

/** Waits until the response accepts more data or the client is gone. */
function writable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

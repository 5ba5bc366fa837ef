import { wholeCharacters } from '@tercet/contract/words.ts';
import { serverClock } from './clock.ts';
import { askWhoIsSignedIn, callerHeader, pageMember, pageReplacedBy, stopPage } from './page-member.ts';
import { takePrefetched } from './prefetched.ts';
import { Problem, problemOf } from './problem.ts';

const TIMEOUT_MS = 5000;
/** Uploads of pictures over slow connections need longer. */
const UPLOAD_TIMEOUT_MS = 30_000;

/** Problem code: the session belongs to another member than this page. */
const CHANGED = 'caller-changed';
/** Problem code: a member is signed in, but this page is a visitor's. */
const NEEDED = 'caller-needed';
const SESSION = '/api/session';
/** Browsers resolve these: an id of dots would lead to another endpoint. */
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;

interface Ask {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** Sent as the body, instead of JSON. */
  file?: Blob;
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Bypasses every cache. */
  fresh?: boolean;
  /** Id of the requesting page's member, for workers, which have no page. */
  caller?: string;
  /** Token of a private link, which replaces the session. The signed-in member does not matter. */
  bearer?: string;
  /** The request survives the closing of the page. */
  outlivesPage?: boolean;
}

let locale = 'en';

/** Sets the language of the server's answers. */
export function setRequestLocale(next: string): void {
  locale = next;
}

export function get<T>(path: string, ask: Ask = {}): Promise<T> {
  return send<T>('GET', path, ask);
}

/** The bytes of a file, such as a tile of the book. */
export function getBytes(path: string, ask: Pick<Ask, 'signal' | 'fresh'> = {}): Promise<Uint8Array> {
  return send('GET', path, ask, readBytes);
}

export function post<T>(path: string, ask: Ask = {}): Promise<T> {
  return send<T>('POST', path, ask);
}

export function put<T>(path: string, ask: Ask = {}): Promise<T> {
  return send<T>('PUT', path, ask);
}

export function patch<T>(path: string, ask: Ask = {}): Promise<T> {
  return send<T>('PATCH', path, ask);
}

export function remove<T = void>(path: string, ask: Pick<Ask, 'body'> = {}): Promise<T> {
  return send<T>('DELETE', path, ask);
}

/** Uploads a file. After 30 s it fails with `upload-timeout`. */
export function putFile<T>(path: string, file: Blob, ask: Pick<Ask, 'bearer'> = {}): Promise<T> {
  return send<T>('PUT', path, { file, ...ask });
}

/** Reads a file that needs the token of a private link, so it has no URL for a GET. */
export function postForFile(path: string, ask: Pick<Ask, 'bearer' | 'signal'>): Promise<Blob> {
  return send('POST', path, ask, readFile);
}

/** Sends one request. Fails after 5 s (uploads: 30 s). Throws only `Problem`. */
async function send<T>(
  method: string,
  path: string,
  ask: Ask,
  readAnswer: (response: Response, sentAt: number, receivedAt?: number) => Promise<T> = read<T>,
): Promise<T> {
  refuseReplaced(path, ask);
  if (DOT_SEGMENT.test(path)) throw new Problem('bad-link', 400);
  const caller = ask.caller ?? pageMember()?.id;
  const abort = new AbortController();
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      abort.abort();
    },
    ask.file === undefined ? TIMEOUT_MS : UPLOAD_TIMEOUT_MS,
  );
  const cancel = () => abort.abort();
  ask.signal?.addEventListener('abort', cancel);
  const sentAt = serverClock.local();
  const address = url(path, ask.query);
  try {
    const isPlain = method === 'GET' && ask.bearer === undefined && !ask.fresh;
    const ahead = isPlain ? await takePrefetched(address, locale, abort.signal) : null;
    if (ahead !== null) {
      const { status, text, sentAt, receivedAt } = ahead;
      return await readAnswer(new Response(status === 204 ? null : text, { status }), sentAt, receivedAt);
    }
    const response = await fetch(address, {
      method,
      credentials: ask.bearer === undefined ? 'same-origin' : 'omit',
      headers: headersOf(ask),
      body: ask.file ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body, wholeCharacters)),
      cache: ask.fresh ? 'no-store' : undefined,
      keepalive: ask.outlivesPage,
      signal: abort.signal,
    });
    return await readAnswer(response, sentAt);
  } catch (error) {
    if (error instanceof Problem) followCaller(error, caller);
    throw ask.signal?.aborted ? error : problemFrom(error, timedOut, method, ask);
  } finally {
    clearTimeout(timer);
    ask.signal?.removeEventListener('abort', cancel);
  }
}

/** On the page of a replaced member, only the call that reads the session is allowed. */
function refuseReplaced(path: string, { bearer }: Ask): void {
  const name = pageReplacedBy();
  if (name !== null && path !== SESSION && bearer === undefined) throw new Problem(CHANGED, 409, { name });
}

/** The problem of a failed request. A GET has no body, so `invalid-body` means a malformed URL. */
function problemFrom(error: unknown, timedOut: boolean, method: string, { file }: Ask): Problem {
  if (error instanceof Problem) {
    return method === 'GET' && error.code === 'invalid-body' ? new Problem('bad-link', error.status) : error;
  }
  const late = file === undefined ? 'timeout' : 'upload-timeout';
  return new Problem(timedOut ? late : 'offline', 0);
}

/** Stops or refreshes the page if the server reports that its member is not the one signed in. */
function followCaller({ code, params }: Problem, caller: string | undefined): void {
  // The page's member may have changed while the request was running.
  const isPages = caller !== undefined && pageMember()?.id === caller;
  if (code === CHANGED && isPages) stopPage(String(params.name ?? ''));
  if (code === NEEDED) askWhoIsSignedIn();
}

function headersOf(ask: Ask): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': locale };
  if (ask.bearer === undefined) Object.assign(headers, callerHeader(ask.caller));
  if (ask.body !== undefined) headers['Content-Type'] = 'application/json';
  if (ask.file !== undefined) headers['Content-Type'] = ask.file.type;
  if (ask.bearer !== undefined) headers.Authorization = `Bearer ${ask.bearer}`;
  if (ask.idempotencyKey !== undefined) headers['Idempotency-Key'] = ask.idempotencyKey;
  return headers;
}

async function read<T>(response: Response, sentAt: number, receivedAt?: number): Promise<T> {
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  const arrivedAt = receivedAt ?? serverClock.local();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw response.ok ? new Problem('bad-answer', response.status) : problemOf(response.status, null);
  }
  if (!response.ok) throw problemOf(response.status, body);
  if (typeof body === 'object' && body !== null && 'nowMs' in body && typeof body.nowMs === 'number') {
    serverClock.sample({ sentAt, receivedAt: arrivedAt, serverMs: body.nowMs });
  }
  return body as T;
}

async function readBytes(response: Response): Promise<Uint8Array> {
  if (!response.ok) throw problemOf(response.status, null);
  return new Uint8Array(await response.arrayBuffer());
}

async function readFile(response: Response): Promise<Blob> {
  if (!response.ok) throw await refusalOf(response);
  return response.blob();
}

async function refusalOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  return problemOf(response.status, body);
}

function url(path: string, query: Ask['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

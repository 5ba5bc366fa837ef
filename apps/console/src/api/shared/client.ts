import type { paths } from '@tercet/contract';
import { wholeCharacters } from '@tercet/contract/words.ts';
import { Problem, problemOf } from './problem.ts';

/** All calls of the console. Paths, requests and answers are typed by the API document. */

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** Paths that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;
type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Good<R> = { [S in keyof R & (200 | 201 | 202 | 204)]: Json<R[S]> }[keyof R & (200 | 201 | 202 | 204)];
/** The successful answer of a call. */
export type AnswerOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R } ? Good<R> : never;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : undefined;
type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? Query : undefined;
type ParamsOf<O> = O extends { parameters: { path: infer Params } } ? Params : undefined;

/** The parameters of a call, without those it does not have. */
export type AskOf<M extends Method, P extends PathOf<M>> = (ParamsOf<Operation<M, P>> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<Operation<M, P>> }) &
  (BodyOf<Operation<M, P>> extends undefined ? { body?: undefined } : { body: BodyOf<Operation<M, P>> }) & {
    query?: QueryOf<Operation<M, P>>;
    signal?: AbortSignal | undefined;
    /** Idempotency key, created once and kept across retries. */
    idempotencyKey?: string;
    /** A poll by the page: it does not extend the session. */
    unattended?: true;
  };

/** What the page does when the server demands something first. */
export interface Hooks {
  /** The session has ended. The page keeps its content and shows the sign-in form. */
  onSignedOut(): void;
  /** Asks for step-up authentication; true once it succeeded. */
  prove(): Promise<boolean>;
  /** Called for each authenticated answer, which extends the session. */
  onUsed(): void;
  /** Another staff account is signed in in this browser than the page shows. */
  onReplaced(name: string): void;
  /** Id of the staff account that the page shows; null if none. */
  caller(): string | null;
}

/** Each call names the page's account. Tabs share one cookie, and another tab may sign another account in. */
const CALLER_HEADER = 'tercet-caller';
const CALLER_PARAM = 'caller';

const TIMEOUT_MS = 10_000;
/** Long lists take time. */
const DOWNLOAD_MS = 120_000;
/** The timeout of an upload, whose duration depends on its size. */
const UPLOAD_MS = 60_000;
let hooks: Hooks = {
  onSignedOut() {},
  prove: async () => false,
  onUsed() {},
  onReplaced() {},
  caller: () => null,
};
let locale = 'en';

export function setHooks(next: Hooks): void {
  hooks = next;
}

export function setRequestLocale(next: string): void {
  locale = next;
}

/** Sends one call. Throws only `Problem`. If the server demands step-up authentication, sends it again afterwards. */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ask: AskOf<M, P>,
): Promise<AnswerOf<M, P>> {
  const { params, body, query, signal, idempotencyKey, unattended } = ask as {
    params?: Values;
    body?: unknown;
    query?: Values;
    signal?: AbortSignal;
    idempotencyKey?: string;
    unattended?: true;
  };
  const sent = { method, url: addressOf(String(path), params, query), body, signal, idempotencyKey };
  return proved(async () => read(await send(sent, TIMEOUT_MS), unattended !== true) as AnswerOf<M, P>);
}

/** Downloads a list as a file. Throws like `call`. */
export async function download<P extends PathOf<'get'>>(path: P, query: Values): Promise<Blob> {
  const url = addressOf(String(path), {}, query);
  return proved(async () => {
    const answer = await send({ method: 'get', url, accept: 'text/csv, application/problem+json' }, DOWNLOAD_MS);
    read(answer, true);
    return answer.blob;
  });
}

async function proved<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'step-up-needed') throw error;
    if (!(await hooks.prove())) throw new Problem('not-proved', 0);
    return await act();
  }
}

/** Sends a file, or a part of one, as the request body. Throws like `call`. */
export async function sendFile<P extends PathOf<'put'>>(
  path: P,
  params: Values,
  file: Blob,
  { query = {}, signal, unattended }: { query?: Values; signal?: AbortSignal; unattended?: true } = {},
): Promise<AnswerOf<'put', P>> {
  const sent = { method: 'put', url: addressOf(String(path), params, query), body: file, signal } as const;
  return proved(async () => read(await send(sent, UPLOAD_MS), unattended !== true) as AnswerOf<'put', P>);
}

type Values = Record<string, string | number | boolean | undefined>;

/** Fills in the path parameters and appends the query. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** URL of a picture or a stream. The browser sends no custom header with it, so the query names the account. */
export function namedAddressOf(path: string, params: Values = {}, query: Values = {}): string {
  return addressOf(path, params, { ...query, [CALLER_PARAM]: hooks.caller() ?? undefined });
}

interface Sent {
  method: Method;
  url: string;
  body?: unknown;
  accept?: string;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface Answered {
  status: number;
  isGood: boolean;
  blob: Blob;
  /** Undefined if the body is not JSON. */
  json: unknown;
}

async function send(sent: Sent, timeoutMs: number): Promise<Answered> {
  const { method, url, body, accept = 'application/json', idempotencyKey, signal } = sent;
  const isUpload = body instanceof Blob;
  const caller = hooks.caller();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: method.toUpperCase(),
      credentials: 'same-origin',
      headers: {
        accept,
        'accept-language': locale,
        ...(caller === null ? {} : { [CALLER_HEADER]: caller }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': isUpload ? body.type : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isUpload ? body : JSON.stringify(body, wholeCharacters) }),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const blob = await response.blob();
    const isFile = response.ok && blob.type.startsWith('text/csv');
    return {
      status: response.status,
      isGood: response.ok,
      blob,
      json: isFile ? null : parsed(await blob.text()),
    };
  } catch {
    throw new Problem(timeout.aborted ? 'timeout' : 'offline', 0);
  }
}

function read({ status, isGood, json }: Answered, isUse: boolean): unknown {
  if (!isGood) {
    const problem = problemOf(status, json);
    if (problem.code === 'signed-out') hooks.onSignedOut();
    else if (problem.code === 'caller-changed') hooks.onReplaced(String(problem.params.name ?? ''));
    else if (status !== 401 && isUse) hooks.onUsed();
    throw problem;
  }
  if (isUse) hooks.onUsed();
  if (status === 204) return undefined;
  if (json === undefined) throw new Problem('bad-answer', status);
  return json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

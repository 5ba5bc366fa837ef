import type { paths } from '@tercet/contract';
import { Problem, problemOf } from './problem.ts';

/** All calls of the console: their addresses, what they are sent and what they answer come from the API document. */

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The addresses that a method has. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;
type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Good<R> = { [S in keyof R & (200 | 201 | 202 | 204)]: Json<R[S]> }[keyof R & (200 | 201 | 202 | 204)];
/** What a call answers when it was not refused. */
export type AnswerOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R } ? Good<R> : never;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : undefined;
type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? Query : undefined;
type ParamsOf<O> = O extends { parameters: { path: infer Params } } ? Params : undefined;

/** What a call takes, without what it does not. */
export type AskOf<M extends Method, P extends PathOf<M>> = (ParamsOf<Operation<M, P>> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<Operation<M, P>> }) &
  (BodyOf<Operation<M, P>> extends undefined ? { body?: undefined } : { body: BodyOf<Operation<M, P>> }) & {
    query?: QueryOf<Operation<M, P>>;
    signal?: AbortSignal | undefined;
  };

/** What is to be done where the server asks for something first. */
export interface Hooks {
  /** The session has ended: what is on the page stays, and somebody signs in again. */
  onSignedOut(): void;
  /** Asks for a proof of presence; true once it was given. */
  prove(): Promise<boolean>;
  /** Each answer to somebody who is signed in: his session lives on from here. */
  onUsed(): void;
}

const TIMEOUT_MS = 10_000;
const FILE_TIMEOUT_MS = 60_000;
let hooks: Hooks = { onSignedOut() {}, prove: async () => false, onUsed() {} };
let locale = 'en';

export function setHooks(next: Hooks): void {
  hooks = next;
}

export function setRequestLocale(next: string): void {
  locale = next;
}

/** One call. Throws a `Problem` and nothing else. Where presence has to be proved first it is sent once more, after. */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ask: AskOf<M, P>,
): Promise<AnswerOf<M, P>> {
  const { params, body, query, signal } = ask as {
    params?: Values;
    body?: unknown;
    query?: Values;
    signal?: AbortSignal;
  };
  const url = addressOf(String(path), params, query);
  try {
    return (await send(method, url, body, signal)) as AnswerOf<M, P>;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'step-up-needed') throw error;
    if (!(await hooks.prove())) throw new Problem('not-proved', 0);
    return (await send(method, url, body, signal)) as AnswerOf<M, P>;
  }
}

/** A file as the body of a call. It takes as long as its bytes do. Throws a `Problem` and nothing else. */
export async function sendFile<P extends PathOf<'put'>>(
  path: P,
  params: Values,
  file: Blob,
): Promise<AnswerOf<'put', P>> {
  return (await send('put', addressOf(String(path), params), file, undefined, FILE_TIMEOUT_MS)) as AnswerOf<'put', P>;
}

type Values = Record<string, string | number | boolean | undefined>;

/** Puts the values of a path into it, and those of the query behind it. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

async function send(
  method: Method,
  url: string,
  body: unknown,
  signal: AbortSignal | undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const isFile = body instanceof Blob;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: method.toUpperCase(),
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        'accept-language': locale,
        ...(body === undefined ? {} : { 'content-type': isFile ? body.type : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    text = await response.text();
  } catch {
    throw new Problem(timeout.aborted ? 'timeout' : 'offline', 0);
  }
  return read(response, text);
}

function read(response: Response, text: string): unknown {
  const json = parsed(text);
  if (!response.ok) {
    const problem = problemOf(response.status, json);
    if (problem.code === 'signed-out') hooks.onSignedOut();
    else if (response.status !== 401) hooks.onUsed();
    throw problem;
  }
  hooks.onUsed();
  if (response.status === 204) return undefined;
  if (json === undefined) throw new Problem('bad-answer', response.status);
  return json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { paths } from '@tercet/contract';
import { wholeCharacters } from '@tercet/contract/words.ts';
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
    /** Made once for what is sent and kept across retries: it is taken once, however often it arrives. */
    idempotencyKey?: string;
    /** Asked by the page itself, again and again: it keeps no session from ending. */
    unattended?: true;
  };

/** What is to be done where the server asks for something first. */
export interface Hooks {
  /** The session has ended: what is on the page stays, and somebody signs in again. */
  onSignedOut(): void;
  /** Asks for a proof of presence; true once it was given. */
  prove(): Promise<boolean>;
  /** Each answer to somebody who is signed in: his session lives on from here. */
  onUsed(): void;
  /** Another of the staff is signed in in this browser now than the one whom the page shows. */
  onReplaced(name: string): void;
  /** Id of the staff account that the page shows; null while it shows none. */
  caller(): string | null;
}

/** Each call names the account of its page. Tabs share one cookie, and another tab may sign in another account. */
const CALLER_HEADER = 'tercet-caller';
const CALLER_PARAM = 'caller';

const TIMEOUT_MS = 10_000;
/** A long list takes its time. */
const DOWNLOAD_MS = 120_000;
/** A file takes as long as its bytes do. */
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

/** One call. Throws a `Problem` and nothing else. Where presence has to be proved first it is sent once more, after. */
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

/** A list as a file. Throws as `call` does. */
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

/** A file, or a part of one, as the body of a call. Throws as `call` does. */
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

/** Puts the values of a path into it, and those of the query behind it. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** The address of a picture or a stream. The browser sends no header with it, so the query names the account. */
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
  /** Undefined where it is no JSON. */
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

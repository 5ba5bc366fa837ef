/** Tools for lies that change answers: by path, as JSON or as bytes. */
import type { BookEvidence, DrawProof, OwedFile, SlipProof } from '@tercet/fair';

export interface ClubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The session cookie, which distinguishes members; null without a session. */
  cookie: string | null;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  /** Chunks for an answer that is slow or endless. */
  body: Uint8Array | AsyncIterable<Uint8Array>;
}

export interface Tools {
  /** The honest club's answer at a path. */
  read(path: string): Promise<Answer>;
  /** State of the current lie. */
  memory: Map<string, unknown>;
  /** An address on this machine that no honest client requests. */
  trapUrl: string;
  /** The proxy's address. */
  url: string;
}

/** Turns the honest answer into the one that is sent. */
export type Tamper = (answer: Answer, request: ClubRequest, tools: Tools) => Answer | Promise<Answer>;

type LieKind = 'omits' | 'delays' | 'swaps' | 'replays' | 'forks' | 'invents';

export interface Lie {
  /** Unique, lower case with hyphens. */
  name: string;
  kind: LieKind;
  /** What the house or witness does, in one sentence. */
  does: string;
  /** Changes the club's answers. */
  club?: Tamper;
  /** Changes the answers of witnesses. */
  witness?: Tamper;
}

export interface Context {
  request: ClubRequest;
  tools: Tools;
}

type Change<T> = (value: T, context: Context) => T | Promise<T>;

const DRAW_PATH = /^\/api\/draws\/[^/]+\/\d+$/;
const SLIP_PROOF_PATH = /^\/api\/slips\/[^/]+\/proof$/;
const PLACED_PATH = /^\/api\/(slips$|receipts\/)/;

/** Bytes of an answer that is not streamed. */
export function bytesOf({ body }: Answer): Uint8Array {
  if (!(body instanceof Uint8Array)) throw new Error('a streamed response cannot be changed');
  return body;
}

export function textOf(answer: Answer): string {
  return Buffer.from(bytesOf(answer)).toString();
}

export function jsonOf<T>(answer: Answer): T {
  return JSON.parse(textOf(answer)) as T;
}

export function withText(answer: Answer, text: string): Answer {
  return { ...answer, body: Buffer.from(text) };
}

function withJson(answer: Answer, value: unknown): Answer {
  return withText(answer, JSON.stringify(value));
}

export function notThere(): Answer {
  const headers = { 'content-type': 'application/problem+json' };
  return { status: 404, headers, body: Buffer.from('{"status":404,"code":"not-found"}') };
}

/** Changes answers at matching paths. The club's errors pass unchanged. */
export function onPath(pattern: RegExp, change: Tamper): Tamper {
  return (answer, request, tools) =>
    pattern.test(request.path) && answer.status < 400 ? change(answer, request, tools) : answer;
}

export function onJson<T>(pattern: RegExp, change: Change<T>): Tamper {
  return onPath(pattern, async (answer, request, tools) =>
    withJson(answer, await change(jsonOf<T>(answer), { request, tools })),
  );
}

/** Changes draws wherever the club shows them: alone and in proofs of slips. */
export function onDraws(change: Change<DrawProof>): Tamper {
  const inSlip: Change<SlipProof> = async (slip, context) => ({ ...slip, draw: await change(slip.draw, context) });
  return inTurn(onJson(DRAW_PATH, change), onJson(SLIP_PROOF_PATH, inSlip));
}

/** Changes the book evidence of draws that have it. */
export function onEvidence(change: (book: BookEvidence, draw: DrawProof) => Partial<BookEvidence>): Tamper {
  return onDraws((draw) => (draw.book ? { ...draw, book: { ...draw.book, ...change(draw.book, draw) } } : draw));
}

export function onSlipProofs(change: Change<SlipProof>): Tamper {
  return onJson(SLIP_PROOF_PATH, change);
}

/** Changes answers with a receipt: of a placed slip, of a repeated request, and in its proof. */
export function onReceipts(change: Change<SlipProof['receipt']>): Tamper {
  const inAnswer: Change<{ receipt?: SlipProof['receipt'] }> = async (answer, context) =>
    answer.receipt ? { ...answer, receipt: await change(answer.receipt, context) } : answer;
  return inTurn(onJson(PLACED_PATH, inAnswer), onJson(SLIP_PROOF_PATH, inAnswer));
}

export interface HouseAnswer {
  book: { origin: string; logKey: string | null; witnesses: { vkey: string; url: string }[] };
}

export function onHouse(change: Change<HouseAnswer>): Tamper {
  return onJson(/^\/api\/house$/, change);
}

/** Changes a member's proof of what the house owes. */
export function onOwed(change: (owed: OwedFile) => Partial<OwedFile>): Tamper {
  return onJson<{ owed: OwedFile | null }>(/^\/api\/me\/owed$/, ({ owed }) => ({
    owed: owed && { ...owed, ...change(owed) },
  }));
}

function inTurn(...tampers: readonly Tamper[]): Tamper {
  return async (answer, request, tools) => {
    let changed = answer;
    for (const tamper of tampers) changed = await tamper(changed, request, tools);
    return changed;
  };
}

/** A copy without some fields. */
export function without<T extends object>(value: T, ...names: (keyof T)[]): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))) as T;
}

/** Calls `make` once for each lie and name, then returns the same value. */
export async function once<T>({ memory }: Tools, name: string, make: () => T | Promise<T>): Promise<T> {
  if (!memory.has(name)) memory.set(name, await make());
  return memory.get(name) as T;
}

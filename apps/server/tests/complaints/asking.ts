import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import type { SignedInStaff } from '../kit/staff.ts';

export const WORDS = 'The dice say 14, and I bet on big.';

/** A club with members who complain about their bets. */
export interface Asking {
  club: Club;
  table: OpenTable;
  server: TestServer;
  close(): Promise<void>;
}

export async function openAsking(): Promise<Asking> {
  const club = await openClub();
  const table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  const server = await openServer(club);
  return {
    club,
    table,
    server,
    async close() {
      await server.stop();
      await club.close();
    },
  };
}

export interface Complaint {
  id: string;
  slipId: string;
  drawId: string;
  state: string;
  askedAtMs: number;
  dueAtMs: number;
  answeredAtMs: number | null;
  receiptHash: string;
  evidenceHash: string;
  words: string;
  entries: { from: string; words: string }[];
  evidence: string;
}

/** A complaint in a list. */
export type Listed = Omit<Complaint, 'entries' | 'evidence'>;

export interface Placed {
  slip: { id: string; drawId: string };
  receipt: { leafData: string; salt: string };
}

export async function better(asking: Asking): Promise<{ member: SignedIn; placed: Placed }> {
  const member = await signIn(asking.club, await asking.club.member());
  return { member, placed: await bet(asking, member) };
}

export async function bet({ table, server }: Asking, member: SignedIn): Promise<Placed> {
  const answer = await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
  expect(answer.status).toBe(201);
  return (await answer.json()) as Placed;
}

export function send(
  { server }: Asking,
  member: SignedIn,
  slipId: string,
  words = WORDS,
  key: string = randomUUID(),
): Promise<Response> {
  const body = { slipId, words };
  return call(server, '/api/me/complaints', { body, cookie: member.cookie, headers: { 'idempotency-key': key } });
}

export async function question(asking: Asking, member: SignedIn, slipId: string): Promise<Complaint> {
  const answer = await send(asking, member, slipId);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Complaint;
}

export function add(
  { server }: Asking,
  member: SignedIn,
  id: string,
  words: string,
  key: string = randomUUID(),
): Promise<Response> {
  const options = { body: { words }, cookie: member.cookie, headers: { 'idempotency-key': key } };
  return call(server, `/api/me/complaints/${id}/words`, options);
}

export function answer(
  { server }: Asking,
  staff: SignedInStaff,
  member: SignedIn,
  id: string,
  words = 'We looked: the draw holds.',
) {
  const path = `/api/console/members/${member.memberId}/complaints/${id}/answer`;
  return call(server, path, { body: { words }, cookie: staff.cookie });
}

export async function read<T>({ server }: Asking, path: string, cookie: string): Promise<T> {
  const found = await call(server, path, { cookie });
  expect(found.status).toBe(200);
  return (await found.json()) as T;
}

/** The entries of a member's only complaint. */
export async function entriesFor(asking: Asking, member: SignedIn): Promise<Complaint['entries']> {
  const [one] = (await list(asking, member)).items;
  return (await read<Complaint>(asking, `/api/me/complaints/${one?.id}`, member.cookie)).entries;
}

export function list(asking: Asking, member: SignedIn, query = ''): Promise<{ items: Listed[]; total: number }> {
  return read(asking, `/api/me/complaints${query}`, member.cookie);
}

export function listed({ entries: _entries, evidence: _evidence, ...rest }: Complaint): Listed {
  return rest;
}

export async function codeOf(refused: Response): Promise<string> {
  return ((await refused.json()) as { code: string }).code;
}

export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

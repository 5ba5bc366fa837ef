import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { DAY_MS } from '../../src/durations.ts';
import { notifyRecoveries } from '../../src/jobs/notify-recoveries.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { loadPepper } from '../../src/members/sessions/pepper.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { giveFinancePassword, givePayee, nameMember, REAL_NAME } from '../kit/persons.ts';
import { signedInStaff } from '../kit/staff.ts';

export const OLD = 'a lantern in june';
export const NEW = 'another lantern';
const PAYEE_DIGITS = '3000';

export interface Key {
  number: string;
  secret: string;
}
export interface Thread {
  entries: { n: number; from: string; text: string }[];
  recovery: { state: string; readyAtMs: number } | null;
}

export let club: Club;
export let server: TestServer;
let hash: string;

export async function openDesk(): Promise<void> {
  club = await openClub();
  server = await openServer(club);
  hash = await createPasswords().hash(OLD);
}

export async function closeDesk(): Promise<void> {
  await server.stop();
  await club.close();
}

export async function member(): Promise<SignedIn> {
  const made = await signIn(club, await club.member());
  await club.db
    .updateTable('members.member')
    .set({ password_hash: hash })
    .where('bucket', '=', made.bucket)
    .where('member_id', '=', made.memberId)
    .execute();
  await nameMember(club.db, made);
  const pepper = await loadPepper(server.keysDir);
  await giveFinancePassword({ db: club.db, pepper, passwords: createPasswords() }, made);
  await givePayee(club.db, await loadFieldCipher(server.keysDir), made);
  return made;
}

export function ask(
  userName: string,
  more: Record<string, string> = {},
  key: string = randomUUID(),
): Promise<Response> {
  const body = { userName, realName: REAL_NAME, payeeDigits: PAYEE_DIGITS, contact: '+976 9911 2233', ...more };
  const headers = { 'idempotency-key': key };
  return call(server, '/api/recovery-requests', { headers, body: { text: 'I lost my phone and my codes.', ...body } });
}

export function stop({ cookie }: SignedIn, loginPassword = OLD): Promise<Response> {
  return call(server, '/api/me/recovery-requests/stop', { body: { loginPassword }, cookie });
}

export async function opened(userName: string, more: Record<string, string> = {}): Promise<Key> {
  const answer = await ask(userName, more);
  expect(answer.status).toBe(201);
  await notifyRecoveries(club.jobs);
  return (await answer.json()) as Key;
}

export function byVisitor(
  { number, secret }: Key,
  act: string,
  body?: object,
  key: string = randomUUID(),
): Promise<Response> {
  const headers = { authorization: `Bearer ${number}.${secret}`, 'idempotency-key': key };
  return call(server, `/api/visitor-thread/${act}`, { method: 'POST', headers, ...(body ? { body } : {}) });
}

export async function seen(key: Key): Promise<Thread> {
  return (await (await byVisitor(key, 'read')).json()) as Thread;
}

/** By new support staff, since the moving clock ends sessions. */
export async function byStaff(path: string, body?: object): Promise<Response> {
  const { cookie } = await signedInStaff(club, 'support');
  const headers = { 'idempotency-key': randomUUID() };
  return call(server, `/api/console/visitor-threads${path}`, { cookie, headers, ...(body ? { body } : {}) });
}

export async function idOf({ number }: Key): Promise<string> {
  const { id } = await club.db
    .selectFrom('desk.visitor_thread')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return id;
}

export async function decide(key: Key, approved: boolean): Promise<Response> {
  return byStaff(`/${await idOf(key)}/decide`, { approved, why: 'answers compared' });
}

export function setPassword(key: Key, newPassword = NEW): Promise<Response> {
  return byVisitor(key, 'password', { newPassword });
}

export function signInWith({ userName }: SignedIn, password: string): Promise<Response> {
  return call(server, '/api/session', { body: { userName, password } });
}

export async function codeOf(answer: Response): Promise<string> {
  return answer.ok ? 'done' : ((await answer.json()) as { code: string }).code;
}

export async function messagesOf({ bucket, memberId }: SignedIn): Promise<string[]> {
  const rows = await club.db
    .selectFrom('members.message')
    .select('kind')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

export function later(ms: number): Promise<void> {
  return club.at(club.clock.nowMs() + ms);
}

export async function recovered(): Promise<{ who: SignedIn; key: Key; answer: Response }> {
  const who = await member();
  const key = await opened(who.userName);
  expect(await codeOf(await decide(key, true))).toBe('done');
  await later(DAY_MS);
  return { who, key, answer: await setPassword(key) };
}

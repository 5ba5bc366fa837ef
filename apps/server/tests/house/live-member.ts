import { randomUUID } from 'node:crypto';
import { newId } from '../../src/db/ids.ts';
import type { Db } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { admit } from '../../src/members/account/register.ts';
import { startSession } from '../../src/members/sessions/sessions.ts';
import { callerHeader } from '../kit/callers.ts';
import { IBAN } from '../kit/persons.ts';
import { LIVE_AGREEMENT } from './live-house.ts';
import type { Message } from './outside.ts';

const FINANCE_PASSWORD = '7391';
const NAME = 'Sarah Morgan';

/** A member of a live house. */
export interface LiveMember {
  memberId: string;
  /** The error code of a refusal, or `done`. */
  post(path: string, body: object): Promise<{ code: string; body: Record<string, unknown> }>;
  get(path: string): Promise<Record<string, unknown>>;
}

/** Adds a member who meets all conditions for money except the identity check. */
export async function joinLive(db: Db, address: string): Promise<LiveMember> {
  const memberId = newId();
  const userName = 'Sarah';
  const token = await transaction(db, async (tx) => {
    const form = { memberId, userName, passwordHash: 'none', birthDate: '1967-03-30' };
    await admit(tx, { ...form, agreementVersion: LIVE_AGREEMENT.version });
    const caller = { address: '192.0.2.1', device: null };
    return (await startSession(tx, { memberId, userName, restricted: false }, caller)).token;
  });
  const cookie = `__Host-tercet=${token}`;
  const member: LiveMember = {
    memberId,
    async post(path, body) {
      const headers = {
        cookie,
        origin: 'https://club.example',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...callerHeader(path, cookie),
      };
      return read(await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
    },
    get: async (path) => (await read(await fetch(`${address}${path}`, { headers: { cookie } }))).body,
  };
  const payee = { kind: 'iban', bankCode: 'elbe', holder: NAME, phone: '+4915123456789', iban: IBAN };
  for (const [path, body] of [
    ['/api/me/real-name', { realName: NAME }],
    ['/api/me/limits/prompted', {}],
    ['/api/me/finance-password', { financePassword: FINANCE_PASSWORD, repeat: FINANCE_PASSWORD }],
    ['/api/me/payee', { ...payee, financePassword: FINANCE_PASSWORD }],
    ['/api/me/funds-acknowledgement', { version: await fundsVersionOf(member) }],
  ] as const) {
    const { code } = await member.post(path, body);
    if (code !== 'done') throw new Error(`${path} was refused: ${code}`);
  }
  return member;
}

/** The version of the house's statement on members' money. */
async function fundsVersionOf(member: LiveMember): Promise<string> {
  const { funds } = (await member.get('/api/house')) as { funds: { version: string } };
  return funds.version;
}

/** Delivers a provider's message. Returns the status. */
export async function deliver(address: string, { path, body, headers }: Message): Promise<number> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  return (await fetch(`${address}${path}`, sent)).status;
}

async function read(response: Response): Promise<{ code: string; body: Record<string, unknown> }> {
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { code: response.ok ? 'done' : String(body.code), body };
}

import type { Tx } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { findMember, type MemberLine, searchMembers } from '../../../members/account/search.ts';
import { nameKey } from '../../../members/account/user-names.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { membersAtAddress } from '../../../members/sessions/member-sessions.ts';
import { membersByLastFour } from '../../../payments/payees/payee-endings.ts';
import { activePayee } from '../../../payments/payees/payees.ts';
import { type Found, firstOf, HITS_MAX, type Hit, hit } from './hit.ts';
import type { Term } from './term.ts';

export interface FoundMembers extends Found {
  /** The member whose name or id was typed exactly; null if none. */
  exact: MemberLine | null;
}

/** Members by id, user name (its beginning), real name, last four digits of a payee, and address of a session. */
export async function findMembers({ q }: Tx, term: Term): Promise<FoundMembers> {
  const lines = new Map<string, MemberLine>();
  const add = (found: readonly MemberLine[]) => {
    for (const line of found) lines.set(line.memberId, line);
  };
  const limit = HITS_MAX + 1;
  if (term.id !== null) add((await searchMembers(q, { memberId: term.id, limit })).items);
  if (term.lastFour !== null) add(await linesOf(q, await membersByLastFour(q, term.lastFour, limit)));
  if (term.address !== null) add(await linesOf(q, await membersAtAddress(q, term.address, limit)));
  if (term.name !== null) {
    add((await searchMembers(q, { userName: term.name, limit })).items);
    add((await searchMembers(q, { realName: term.name, limit })).items);
  }
  const all = [...lines.values()];
  const exact = all.find(({ memberId, userName }) => memberId === term.id || nameKey(userName) === nameKey(term.text));
  const ordered = exact === undefined ? all : [exact, ...all.filter((one) => one !== exact)];
  const hits: Hit[] = [];
  for (const line of ordered.slice(0, limit)) hits.push(await hitOf(q, line));
  return { ...firstOf(hits), exact: exact ?? null };
}

async function linesOf(q: Tx['q'], accounts: readonly Account[]): Promise<MemberLine[]> {
  const lines: MemberLine[] = [];
  for (const account of accounts) {
    const line = await findMember(q, account);
    if (line !== null) lines.push(line);
  }
  return lines;
}

async function hitOf(q: Tx['q'], line: MemberLine): Promise<Hit> {
  const { memberId, userName, state, joinedAtMs } = line;
  const [{ realName }, payee] = [await readPerson(q, line), await activePayee(q, line)];
  const about = [realName, payee?.masked].filter(Boolean).join(' · ') || null;
  return hit({ kind: 'member', id: memberId, memberId, name: userName, about, state, atMs: joinedAtMs });
}

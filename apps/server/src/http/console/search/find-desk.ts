import type { Tx } from '../../../db/transaction.ts';
import { findAsker } from '../../../desk/find.ts';
import { listThreads, readThread, type ThreadRecord } from '../../../desk/records.ts';
import { listVisitorThreads } from '../../../desk/visitor-records.ts';
import type { MemberLine } from '../../../members/account/search.ts';
import { memberNames } from '../members/member-names.ts';
import { type Found, firstOf, type Hit, hit, LATEST_MAX } from './hit.ts';
import type { Term } from './term.ts';

/** Conversations: a member's by id or the latest of a member, and a visitor's by number. */
export async function findConversations({ q }: Tx, term: Term, exact: MemberLine | null): Promise<Found> {
  const asker = term.id === null ? null : await findAsker(q, term.id);
  const hits: Hit[] = [];
  if (asker !== null && term.id !== null) hits.push(...(await threadHits(q, [await readThread(q, asker, term.id)])));
  const latest = exact === null ? null : await listThreads(q, exact, { limit: LATEST_MAX });
  if (latest !== null) hits.push(...(await threadHits(q, latest.items)));
  if (term.name !== null) {
    const { items } = await listVisitorThreads(q, { number: term.name, limit: 1 });
    for (const { id, number, topic, state, lastAtMs } of items) {
      hits.push(hit({ kind: 'visitor', id, name: number, about: topic, state, atMs: lastAtMs }));
    }
  }
  return firstOf(hits, latest !== null && latest.nextCursor !== null);
}

async function threadHits(q: Tx['q'], threads: readonly ThreadRecord[]): Promise<Hit[]> {
  const nameOf = await memberNames(
    q,
    threads.map(({ memberId }) => memberId),
  );
  return threads.map(({ id, memberId, subject, state, lastAtMs }) =>
    hit({ kind: 'conversation', id, memberId, name: nameOf(memberId), about: subject, state, atMs: lastAtMs }),
  );
}

import { type LoggedAct, latestActs, readAct } from '../../../audit/acts.ts';
import type { Tx } from '../../../db/transaction.ts';
import { findAsker } from '../../../desk/find.ts';
import type { MemberLine } from '../../../members/account/search.ts';
import { findStaffNamed } from '../../../staff/names.ts';
import { memberNames } from '../members/member-names.ts';
import type { Reference } from './find-money.ts';
import { type Found, firstOf, HITS_MAX, type Hit, hit } from './hit.ts';
import type { Term } from './term.ts';

interface Context {
  reference: Reference;
  exact: MemberLine | null;
}

/** Acts of staff: by position, about a withdrawal, payment, conversation or member, and the latest of a person. */
export async function findActs(tx: Tx, term: Term, context: Context): Promise<Found> {
  const acts = await actsOf(tx, term, context);
  const ids = acts.flatMap(({ memberId }) => memberId ?? []);
  const nameOf = await memberNames(tx.q, [...new Set(ids)]);
  return firstOf(acts.map((act) => hitOf(act, nameOf)));
}

async function actsOf(tx: Tx, term: Term, { reference, exact }: Context): Promise<LoggedAct[]> {
  const limit = HITS_MAX + 1;
  if (term.act !== null) return readAct(tx.q, term.act);
  if (reference !== null) {
    return latestActs(tx.q, { member: reference, subject: `${reference.what}/${reference.id}` }, limit);
  }
  if (exact !== null) return latestActs(tx.q, { member: exact }, limit);
  const asker = term.id === null ? null : await findAsker(tx.q, term.id);
  if (asker !== null) return latestActs(tx.q, { member: asker, subject: `desk/${term.id}` }, limit);
  const staffId = term.name === null ? term.id : await findStaffNamed(tx.q, term.name);
  return staffId === null ? [] : latestActs(tx.q, { staffId }, limit);
}

function hitOf({ seq, act, atMs, staff, memberId }: LoggedAct, nameOf: (id: string) => string): Hit {
  const about = memberId === null ? null : nameOf(memberId);
  return hit({ kind: 'act', id: String(seq), memberId, name: staff?.name ?? '', about, state: act, atMs });
}

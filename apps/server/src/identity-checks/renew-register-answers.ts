import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Account } from '../ledger/lock.ts';
import { ANSWER_HOURS, askRegister, type RegisterDeps } from './register-answers.ts';

const BATCH = 100;
/** A member counts as present for so many hours after the last use of a session. `seen_at` is accurate to the hour. */
const PRESENT_HOURS = 2;

/**
 * Asks the register about members who are present and whose answer is missing, of a former name, or past half of its
 * time. Returns how many it asked about. Throws `RegisterFailure` at the first question without an answer, since the
 * next ones would fail as well.
 */
export async function renewRegisterAnswers(deps: RegisterDeps): Promise<number> {
  if (deps.register === null) return 0;
  const due = await membersDue(deps.db);
  for (const account of due) await askRegister(deps, account);
  return due.length;
}

async function membersDue(db: Db): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select s.bucket, s.member_id as "memberId" from members.session s
    left join members.register_answer a on a.bucket = s.bucket and a.member_id = s.member_id
    where s.ended_at is null and s.seen_at > clock.now() - make_interval(hours => ${PRESENT_HOURS})
      and (a.answered_at is null or a.answered_at < clock.now() - make_interval(hours => ${ANSWER_HOURS / 2})
        or a.name_version < (
          select max(n.version) from members.real_name n where n.bucket = s.bucket and n.member_id = s.member_id))
      and members.known_country(s.bucket, s.member_id) is not null
    group by s.bucket, s.member_id order by min(a.answered_at) nulls first limit ${BATCH}`.execute(db);
  return rows;
}

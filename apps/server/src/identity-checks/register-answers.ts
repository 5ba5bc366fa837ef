import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Account } from '../ledger/lock.ts';
import { type ExclusionRegister, RegisterFailure } from './exclusion-register.ts';

/** For how many hours an answer lets a member bet and top up. Sign-ins, top-ups and a job renew it before. */
export const ANSWER_HOURS = 24;
/** Age in minutes from which an answer is renewed. */
const RENEWED_AFTER_MINUTES = 15;

export interface RegisterDeps {
  db: Db;
  /** Null: the house asks no register. */
  register: ExclusionRegister | null;
}

interface Person {
  realName: string;
  nameVersion: number;
  birthDate: string;
  country: string;
}

/**
 * Asks the register about a member, unless there is a recent answer. Does nothing for a person who is not verified. A
 * failure changes nothing: the SQL function `members.register_fault` counts no answer older than `ANSWER_HOURS`.
 */
export async function askRegisterIfDue(deps: RegisterDeps, account: Account): Promise<void> {
  try {
    await askRegister(deps, account);
  } catch (error) {
    if (!(error instanceof RegisterFailure)) throw error;
  }
}

/** Like `askRegisterIfDue`, but throws `RegisterFailure`. */
export async function askRegister({ db, register }: RegisterDeps, account: Account): Promise<void> {
  if (register === null) return;
  const person = await personDue(db, account);
  if (person === null) return;
  // The time before the question: the register may have changed while it answered.
  const askedAt = await clockNow(db);
  const { realName, birthDate, country } = person;
  const answer = await register.lookUp({ reference: newId(), realName, birthDate, country });
  const { bucket, memberId } = account;
  await sql`
    insert into members.register_answer as a (bucket, member_id, name_version, excluded, reference, answered_at)
    values (${bucket}, ${memberId}, ${person.nameVersion}, ${answer.excluded}, ${answer.reference}, ${askedAt})
    on conflict (bucket, member_id) do update set name_version = excluded.name_version, excluded = excluded.excluded,
      reference = excluded.reference, answered_at = excluded.answered_at
    where a.answered_at < excluded.answered_at`.execute(db);
}

/** The verified person, if their answer is missing, of a former name, or not recent. */
async function personDue(db: Db, account: Account): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select n.name as "realName", n.version as "nameVersion", m.birth_date::text as "birthDate", known.country
    from members.member m
    cross join lateral members.known_country(m.bucket, m.member_id) as known (country)
    cross join lateral (
      select v.name, v.version from members.real_name v
      where v.bucket = m.bucket and v.member_id = m.member_id order by v.version desc limit 1
    ) n
    where ${ofMember(account, 'm')} and m.birth_date is not null and known.country is not null
      and not exists (select from members.register_answer a
        where a.bucket = m.bucket and a.member_id = m.member_id and a.name_version = n.version
          and a.answered_at > clock.now() - make_interval(mins => ${RENEWED_AFTER_MINUTES}))`.execute(db);
  return rows[0] ?? null;
}

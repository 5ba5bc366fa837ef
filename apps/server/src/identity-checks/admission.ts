import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';

/** Why a member may neither bet nor top up, as far as their identity is concerned. */
export type IdentityFault =
  | 'identity-needed'
  | 'too-young'
  | 'country-not-served'
  | 'register-excluded'
  | 'register-unanswered';

export interface AdmissionRule {
  ageMin: number;
  /** ISO 3166-1 alpha-2. */
  countries: string[];
  /** For how many hours an answer of the exclusion register counts; null without a register. */
  registerHours: number | null;
}

/**
 * The member's fault; null when they may play, and in a play house. The same SQL function checks each slip, in the
 * slip's transaction.
 */
export async function identityFault(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<IdentityFault | null> {
  const { rows } = await sql<{ fault: IdentityFault | null }>`
    select members.identity_fault(${bucket}::smallint, ${memberId}::uuid) as fault`.execute(q);
  return rows[0]?.fault ?? null;
}

/** True when the member has a valid check: not expired, and for the account's current name. */
export async function isKnown(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select members.known_country(${bucket}::smallint, ${memberId}::uuid) is not null as known`.execute(q);
  return rows[0]?.known ?? false;
}

/**
 * Throws `identity-needed`, `too-young`, `country-not-served`, `register-excluded`, `register-unanswered`. Not used for
 * withdrawals.
 */
export async function refuseUnknown(q: Db | Tx['q'], account: Account): Promise<void> {
  const fault = await identityFault(q, account);
  if (fault === null) return;
  throw new Refusal(fault, fault === 'too-young' ? { age: (await admissionRule(q))?.ageMin ?? 0 } : {});
}

/** The house's admission rule; null when it has none. */
export async function admissionRule(q: Db | Tx['q']): Promise<AdmissionRule | null> {
  const { rows } = await sql<AdmissionRule>`
    select age_min::integer as "ageMin", countries, register_hours::integer as "registerHours" from house.admission_rule order by version desc limit 1`.execute(
    q,
  );
  return rows[0] ?? null;
}

/** Stores an admission rule, unless it equals the one in force. */
export async function setAdmissionRule(tx: Tx, { ageMin, countries, registerHours }: AdmissionRule): Promise<void> {
  const wanted = [...new Set(countries)].sort();
  await sql`
    insert into house.admission_rule (version, age_min, countries, register_hours)
    select coalesce(max(r.version), 0) + 1, ${ageMin}::smallint, ${wanted}::text[], ${registerHours}::smallint
    from house.admission_rule r
    having not exists (
      select from (select * from house.admission_rule order by version desc limit 1) last
      where last.age_min = ${ageMin}::smallint and last.countries = ${wanted}::text[]
        and last.register_hours is not distinct from ${registerHours}::smallint)
    on conflict do nothing`.execute(tx.q);
}

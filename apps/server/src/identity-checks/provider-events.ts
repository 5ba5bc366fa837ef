import { tidyName } from '@tercet/contract/words.ts';
import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { lockBalance } from '../ledger/lock.ts';
import { lockMember } from '../members/account/suspensions.ts';
import { copyExclusion } from '../members/limits/exclusions.ts';
import { notePersonMark } from '../members/persons/person-keys.ts';
import { nameFault, setRealName } from '../members/persons/real-name.ts';
import { Refusal } from '../refusal.ts';
import { admissionRule } from './admission.ts';
import { type CheckRow, changeCheck, findCheck, lockCheck, OPEN_STATES } from './check-rows.ts';
import { faultOfPerson, type Known } from './compare-person.ts';
import type { IdentityDeps } from './deps.ts';
import type { CheckEvent, DeclineReason, IdentityMessage, VerifiedPerson } from './provider.ts';
import { askRegisterIfDue } from './register-answers.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Applies a webhook after checking its signature. The provider repeats it until it is answered. Throws `not-found` for
 * a provider that the house does not use, and `forbidden` for a wrong signature.
 */
export async function receiveIdentityMessage(
  deps: IdentityDeps,
  providerName: string,
  message: Omit<IdentityMessage, 'nowMs'>,
): Promise<void> {
  const { provider, db } = deps;
  if (provider?.name !== providerName) throw new Refusal('not-found');
  const news = provider.readWebhook({ ...message, nowMs: (await clockNow(db)).getTime() });
  if (news === null) throw new Refusal('forbidden');
  for (const one of news) await hear(deps, provider.name, one);
}

/** Applies one news. Then asks the exclusion register about a person who is verified now. */
async function hear(deps: IdentityDeps, providerName: string, news: CheckEvent): Promise<void> {
  const { db } = deps;
  const changed = await transaction(db, (tx) => recordCheckEvent(tx, deps, providerName, news));
  if (!changed || news.kind !== 'verified') return;
  const check = await findCheck(db, news.reference);
  if (check !== null) await askRegisterIfDue(deps, check);
}

/**
 * Applies a provider's news to its check. Ignores news that is older than the known state, or of another provider.
 * Returns whether the check changed.
 */
export async function recordCheckEvent(
  tx: Tx,
  deps: IdentityDeps,
  providerName: string,
  news: CheckEvent,
): Promise<boolean> {
  const found = UUID.test(news.reference) ? await findCheck(tx.q, news.reference) : null;
  if (found === null || found.provider !== providerName) return false;
  // Running sign-ins, slips and top-ups end before these locks; later ones see the decision.
  await lockMember(tx, found.memberId);
  await lockBalance(tx, found);
  const check = await lockCheck(tx, found);
  // The news is about a second page for the same check, whose address nobody received.
  if (check.providerRef !== null && check.providerRef !== news.providerRef) return false;
  if (!isNewer(check, news)) return false;
  await apply(tx, deps, check, news);
  return true;
}

/**
 * True when the news counts. Only another decision changes a decision, and an expired page does not end a check that
 * has ended.
 */
function isNewer({ state, decidedAt }: CheckRow, { kind, decidedAtMs }: CheckEvent): boolean {
  const isDecision = kind === 'verified' || kind === 'declined';
  if (!isDecision) return OPEN_STATES.includes(state) && decidedAtMs >= (decidedAt?.getTime() ?? 0);
  if (decidedAt === null || OPEN_STATES.includes(state) || state === 'expired') return true;
  if (decidedAtMs !== decidedAt.getTime()) return decidedAtMs > decidedAt.getTime();
  // Of two decisions with the same time, the rejection wins in any order.
  return kind === 'declined' && state === 'verified';
}

async function apply(tx: Tx, deps: IdentityDeps, check: CheckRow, news: CheckEvent): Promise<void> {
  const now = await clockNow(tx.q);
  switch (news.kind) {
    case 'pending':
      return changeCheck(tx, check, { state: 'pending', decided_at: new Date(news.decidedAtMs) });
    case 'again':
      return changeCheck(tx, check, { state: 'started', decided_at: new Date(news.decidedAtMs) });
    case 'expired':
      return changeCheck(tx, check, { state: 'expired', ended_at: now });
    case 'declined':
      return decline(tx, deps, check, news.reason, { now, decidedAtMs: news.decidedAtMs });
    case 'verified':
      return verify(tx, deps, check, news.person, { now, decidedAtMs: news.decidedAtMs });
  }
}

interface Times {
  now: Date;
  decidedAtMs: number;
}

async function decline(
  tx: Tx,
  deps: IdentityDeps,
  check: CheckRow,
  reason: DeclineReason,
  { now, decidedAtMs }: Times,
): Promise<void> {
  await changeCheck(tx, check, {
    state: 'declined',
    reason,
    country: null,
    document_kind: null,
    good_until: null,
    name_version: null,
    decided_at: new Date(decidedAtMs),
    ended_at: now,
  });
  await deps.tell(tx, check, { kind: 'identity-declined', params: { reason } });
}

/**
 * Applies a positive decision. First stores the document's mark, which recognises a self-excluded person under any
 * name.
 */
async function verify(
  tx: Tx,
  deps: IdentityDeps,
  check: CheckRow,
  person: VerifiedPerson,
  times: Times,
): Promise<void> {
  const known = await readKnown(tx, check);
  // Another person's document, shown by mistake or in jest, must not link the two persons.
  if (person.birthDate === known.birthDate) {
    const mark = { kind: 'document', country: person.country, number: person.documentNumber } as const;
    await notePersonMark(tx, deps.personKey, check, mark);
  }
  const reason =
    faultOfPerson(person, known, await admissionRule(tx.q), times.now) ??
    (await faultOfNewName(tx, check, person, known));
  if (reason !== null) await decline(tx, deps, check, reason, times);
  else {
    // The document may have names that the member omitted.
    const { realName, birthDate } = person;
    await notePersonMark(tx, deps.personKey, check, { kind: 'name', realName, birthDate });
    await changeCheck(tx, check, {
      state: 'verified',
      reason: null,
      country: person.country,
      document_kind: person.documentKind,
      good_until: person.goodUntil,
      name_version: (await readKnown(tx, check)).nameVersion,
      decided_at: new Date(times.decidedAtMs),
      ended_at: times.now,
    });
    await deps.tell(tx, check, { kind: 'identity-verified', params: {} });
  }
  await copyExclusion(tx, deps, check);
}

/** Adopts the document's name when the account has none. A name that is not valid here was misread. */
async function faultOfNewName(
  tx: Tx,
  check: CheckRow,
  { realName }: VerifiedPerson,
  known: Known,
): Promise<DeclineReason | null> {
  if (known.realName !== null) return null;
  if (nameFault(tidyName(realName)) !== null) return 'document-unreadable';
  await setRealName(tx, check, realName);
  return null;
}

async function readKnown(tx: Tx, { bucket, memberId }: CheckRow): Promise<Known & { nameVersion: number | null }> {
  const { rows } = await sql<Known & { nameVersion: number | null }>`
    select m.birth_date::text as "birthDate", n.name as "realName", n.version as "nameVersion"
    from members.member m
    left join lateral (
      select v.name, v.version from members.real_name v
      where v.bucket = m.bucket and v.member_id = m.member_id order by v.version desc limit 1
    ) n on true
    where ${ofMember({ bucket, memberId }, 'm')}`.execute(tx.q);
  if (!rows[0]) throw new Error(`member ${memberId} does not exist`);
  return rows[0];
}

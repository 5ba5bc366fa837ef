import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';
import { endConsents } from './consents.ts';
import { lockHost, notifyHostChanged } from './host-changes.ts';
import { readReportWords } from './host-texts.ts';
import { setBarred } from './removal.ts';
import { revokeKind } from './verifications.ts';

export const REPORT_REASONS = ['age', 'consent', 'identity', 'sexual', 'fraud', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const REPORT_OUTCOMES = ['upheld', 'dismissed', 'abusive'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/**
 * Reasons that hide a profile at once, until staff review it. This holds for every reporter, also after earlier false
 * reports.
 */
const HIDING: ReadonlySet<string> = new Set<ReportReason>(['age', 'consent', 'sexual']);

/** Reports per member and day. */
const REPORTS_A_DAY = 5;
/**
 * Limit for members with repeated reports in bad faith. Not zero: a report of a child or an unwilling person must get
 * through and hide the profile.
 */
const REPORTS_A_DAY_OF_ABUSERS = 1;
const ABUSES_MAX = 2;
const ABUSE_DAYS = 90;
/** Pictures per report. */
const EVIDENCE_MAX = 3;

/** The member who reports. */
export type Reporter = Pick<Identity, 'bucket' | 'memberId'>;

export interface Reported {
  /** UUID made by the client and kept across retries. */
  key: string;
  hostId: string;
  reason: ReportReason;
  words: string;
}

export function hidesAtOnce(reason: ReportReason): boolean {
  return HIDING.has(reason);
}

/**
 * Files a report, once per key; returns its id. Requires the member's lock. A report about age, consent or sexual
 * content hides the profile in the same transaction. Throws `words-bad`, `key-reused`, `not-found` if the host was
 * never shown or is removed, `report-open`, `report-limit`.
 */
export async function reportHost(tx: Tx, reporter: Reporter, reported: Reported): Promise<string> {
  const words = readReportWords(reported.words);
  const { bucket, memberId } = reporter;
  const { hostId, reason, key } = reported;
  const before = await own(tx, reporter)
    .select(['id', 'host_id', 'reason', 'words'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (before) {
    const isSame = before.host_id === hostId && before.reason === reason && before.words === words;
    if (!isSame) throw new Refusal('key-reused');
    return before.id;
  }
  await lockHost(tx, hostId);
  await refuseNeverShown(tx, hostId);
  const now = await clockNow(tx.q);
  await refuseTooMany(tx, reporter, hostId, now);
  const id = newId();
  await tx.q
    .insertInto('directory.report')
    .values({ bucket, member_id: memberId, id, key, host_id: hostId, reason, words, at: now })
    .execute();
  if (HIDING.has(reason)) await setHidden(tx, hostId, now);
  return id;
}

/**
 * Attaches a redrawn picture to an open report, once per key. Requires the member's lock. Throws `not-found`,
 * `too-late` if the report is decided, `picture-limit`.
 */
export async function addEvidence(
  tx: Tx,
  reporter: Reporter,
  { reportId, key, webp }: { reportId: string; key: string; webp: Uint8Array },
): Promise<void> {
  const { decidedAt } = await readState(tx, reporter, reportId);
  const { bucket, memberId } = reporter;
  const rows = await tx.q
    .selectFrom('directory.evidence')
    .select(['key', 'n'])
    .where(ofMember({ bucket, memberId }))
    .where('report_id', '=', reportId)
    .execute();
  if (rows.some((row) => row.key === key)) return;
  if (decidedAt !== null) throw new Refusal('too-late');
  if (rows.length >= EVIDENCE_MAX) throw new Refusal('picture-limit', { max: EVIDENCE_MAX });
  const at = await clockNow(tx.q);
  const picture = { n: rows.length + 1, key, content: Buffer.from(webp), at };
  await tx.q
    .insertInto('directory.evidence')
    .values({ bucket, member_id: memberId, report_id: reportId, ...picture })
    .execute();
}

export interface Decision {
  outcome: ReportOutcome;
  /** The answer that the reporter reads. */
  answer: string;
  staffId: string;
}

/**
 * Decides a report. `upheld`: bars the host until staff end it, and revokes the verification or consent that the
 * report doubts. Otherwise shows the profile again, unless another report hides it. Throws `words-bad`, `not-found`,
 * `too-late`. Throws `second-person-needed` if the person who noted the doubted verification dismisses the report.
 */
export async function decideReport(tx: Tx, reporter: Reporter, reportId: string, decision: Decision) {
  const answer = readReportWords(decision.answer);
  const { outcome, staffId } = decision;
  const report = await readState(tx, reporter, reportId);
  if (report.decidedAt !== null) throw new Refusal('too-late');
  const isThere = await lockIfThere(tx, report.hostId);
  if (outcome !== 'upheld') await refuseOwnWork(tx, report, staffId);
  const now = await clockNow(tx.q);
  const { numUpdatedRows } = await tx.q
    .updateTable('directory.report')
    .set({ decided_at: now, decided_by: staffId, outcome, answer })
    .where(ofMember(reporter))
    .where('id', '=', reportId)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  // A concurrent call decided it first.
  if (numUpdatedRows !== 1n) throw new Refusal('too-late');
  if (isThere) {
    if (outcome === 'upheld') await uphold(tx, report, now);
    if (!(await isHiddenByOthers(tx, report.hostId))) await setHidden(tx, report.hostId, null);
  }
  return { hostId: report.hostId, reason: report.reason, answer };
}

interface ReportNow {
  hostId: string;
  reason: ReportReason;
  decidedAt: Date | null;
}

async function readState(tx: Tx, reporter: Reporter, id: string): Promise<ReportNow> {
  const row = await own(tx, reporter)
    .select(['host_id', 'reason', 'decided_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return { hostId: row.host_id, reason: row.reason as ReportReason, decidedAt: row.decided_at };
}

/** Locks the host; false if they were removed, which hides them for good. */
async function lockIfThere(tx: Tx, hostId: string): Promise<boolean> {
  try {
    await lockHost(tx, hostId);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return false;
    throw error;
  }
}

async function uphold(tx: Tx, { hostId, reason }: ReportNow, now: Date): Promise<void> {
  await setBarred(tx, hostId, now);
  if (reason === 'age' || reason === 'identity') await revokeKind(tx, hostId, reason);
  if (reason === 'consent') await endConsents(tx, hostId);
}

/** A person must not judge a report about their own verification. */
async function refuseOwnWork(tx: Tx, { hostId, reason }: ReportNow, staffId: string): Promise<void> {
  if (reason !== 'age' && reason !== 'identity') return;
  const noted = await tx.q
    .selectFrom('directory.verification')
    .select('id')
    .where('host_id', '=', hostId)
    .where('kind', '=', reason)
    .where('revoked_at', 'is', null)
    .where('noted_by', '=', staffId)
    .executeTakeFirst();
  if (noted) throw new Refusal('second-person-needed');
}

async function isHiddenByOthers(tx: Tx, hostId: string): Promise<boolean> {
  const other = await tx.q
    .selectFrom('directory.report')
    .select('id')
    .where('host_id', '=', hostId)
    .where('decided_at', 'is', null)
    .where('reason', 'in', [...HIDING])
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

async function setHidden(tx: Tx, hostId: string, hidden_at: Date | null): Promise<void> {
  await tx.q.updateTable('directory.host').set({ hidden_at }).where('id', '=', hostId).execute();
  await notifyHostChanged(tx, hostId);
}

/** Refuses a report of a host who was never shown. */
async function refuseNeverShown(tx: Tx, hostId: string): Promise<void> {
  const host = await tx.q
    .selectFrom('directory.host')
    .select('id')
    .where('id', '=', hostId)
    .where('texts', 'is not', null)
    .executeTakeFirst();
  if (!host) throw new Refusal('not-found');
}

async function refuseTooMany(tx: Tx, { bucket, memberId }: Reporter, hostId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ open: bigint; today: bigint; abusive: bigint }>`
    select count(*) filter (where host_id = ${hostId}::uuid and decided_at is null) as open,
      count(*) filter (where at > ${new Date(now.getTime() - DAY_MS)}) as today,
      count(*) filter (where outcome = 'abusive' and decided_at > ${new Date(now.getTime() - ABUSE_DAYS * DAY_MS)})
        as abusive
    from directory.report where ${ofMember({ bucket, memberId })}`.execute(tx.q);
  const [found] = rows;
  if (Number(found?.open) > 0) throw new Refusal('report-open');
  const max = Number(found?.abusive) >= ABUSES_MAX ? REPORTS_A_DAY_OF_ABUSERS : REPORTS_A_DAY;
  if (Number(found?.today) >= max) throw new Refusal('report-limit', { max });
}

function own(tx: Tx, { bucket, memberId }: Reporter) {
  return tx.q.selectFrom('directory.report').where(ofMember({ bucket, memberId }));
}

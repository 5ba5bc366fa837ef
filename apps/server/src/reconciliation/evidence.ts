import { sql } from 'kysely';
import type { MarkedRow, RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import { DAY_MS } from '../durations.ts';
import { KEPT_DAYS, signedEvents } from '../payments/provider/messages.ts';
import type { ProviderEvent } from '../payments/provider/provider.ts';
import { isGenuine, type ProposalRow } from '../staff/proposals.ts';
import type { ReconcileDeps } from './deps.ts';
import { FAULTS_MAX, type LedgerFault, NO_FAULT } from './fault.ts';
import { mayHold, type Span, within } from './span.ts';

type Deps = Pick<ReconcileDeps, 'db' | 'payments'>;

const PAGE = 500;

/** A transfer that needs a provider message. */
interface NeedingTransfer {
  member_id: string;
  kind: string;
  day: string;
  ref: string;
  amount: bigint;
  at: Date;
  /** Id of the top-up or the withdrawal. */
  reference: string;
  /** The provider's id of a payment. Null for a payout. */
  provider_ref: string | null;
  currency: string | null;
  /** Name of the payment provider. */
  provider: string | null;
}

/** Provider events that justify each kind of transfer. */
const SAID: Record<string, readonly ProviderEvent['kind'][]> = {
  'top-up': ['paid-in'],
  post: ['paid-out', 'returned'],
  release: ['failed'],
  bounce: ['returned'],
};

/**
 * Transfers of a span without a verified provider message. The signature is verified again as long as the message is
 * stored.
 */
export async function unsaidFaults(deps: Deps, span: Span): Promise<LedgerFault[]> {
  const found: LedgerFault[] = [];
  if (!mayHold(span, ...Object.keys(SAID))) return found;
  for (let last: NeedingTransfer | null = null; found.length < FAULTS_MAX; ) {
    const page: NeedingTransfer[] = await toldAfter(deps.db, span, last);
    const events = await eventsAbout(deps, page);
    for (const reported of page) {
      if (events.some((event) => justifies(event, reported))) continue;
      const { member_id: memberId, kind, day, ref, amount: posted } = reported;
      found.push({ ...NO_FAULT, what: 'unsaid', memberId, kind, day, ref, posted });
    }
    last = page.at(-1) ?? null;
    if (page.length < PAGE) break;
  }
  return found;
}

async function toldAfter(db: Db, span: Span, last: NeedingTransfer | null): Promise<NeedingTransfer[]> {
  const after =
    last === null
      ? sql`true`
      : sql`(t.member_id, t.day, t.ref, t.kind::text) > (${last.member_id}::uuid, ${last.day}::date, ${last.ref}::uuid, ${last.kind})`;
  const { rows } = await sql<NeedingTransfer>`
    select t.member_id, t.kind::text as kind, t.day, t.ref, t.amount, t.at, coalesce(p.top_up_id, t.ref) as reference,
      p.provider_ref, coalesce(p.currency, w.currency) as currency, coalesce(p.provider, w.provider) as provider
    from ledger.transfer t
    left join payments.payment p
      on p.bucket = t.bucket and p.member_id = t.member_id and p.id = t.ref and p.day = t.day
    left join payments.withdrawal w
      on w.bucket = t.bucket and w.member_id = t.member_id and w.id = t.ref and w.day = t.day
    where ${within(span)} and ${after}
      and (t.kind in ('top-up', 'post', 'bounce') or (t.kind = 'release' and w.state = 'failed'))
    order by t.member_id, t.day, t.ref, t.kind::text limit ${PAGE}`.execute(db);
  return rows;
}

/** An event with the provider's name. */
type ReportedEvent = ProviderEvent & {
  reportedBy: string;
  /** End of the message's retention. The event justifies only transfers before it. */
  untilMs?: number;
};

/** A stored event and its message. */
interface EventRow {
  provider: string;
  event_id: string;
  body: ProviderEvent & { amount?: string };
  message_id: string | null;
  outcome: string | null;
  encrypted: Buffer | null;
  key_id: string | null;
  received_at: Date | null;
  message_provider: string | null;
  /** Whether the message's retention is over. */
  is_over: boolean | null;
}

/** Trusted events about these transfers. */
async function eventsAbout({ db, payments }: Deps, page: readonly NeedingTransfer[]): Promise<ReportedEvent[]> {
  if (page.length === 0) return [];
  const { rows } = await sql<EventRow>`
    select e.provider, e.event_id, e.body, e.message_id, m.outcome, m.encrypted, m.key_id, m.received_at,
      m.provider as message_provider, m.received_at < clock.now() - make_interval(days => ${KEPT_DAYS}::integer) as is_over
    from payments.provider_event e left join payments.provider_message m on m.id = e.message_id
    where e.body ->> 'reference' = any (${[...new Set(page.map(({ reference }) => reference))]}::text[])`.execute(db);
  return rows.flatMap((row) => {
    if (row.message_id !== null) return signedBy(row, payments);
    const event = eventOf(row);
    return /^(asked|unsent)\//.test(row.event_id) && event.kind !== 'paid-in' ? [event] : [];
  });
}

function eventOf({ body, event_id: eventId, provider: reportedBy }: EventRow): ReportedEvent {
  const event = { ...body, eventId, reportedBy } as ReportedEvent & { amount?: string | bigint };
  if (typeof event.amount === 'string') event.amount = BigInt(event.amount);
  return event;
}

/** Events in a message, with its signature verified again. */
function signedBy(row: EventRow, payments: Deps['payments']): ReportedEvent[] {
  const { encrypted, key_id: keyId, received_at: receivedAt, message_id: id } = row;
  if (row.outcome !== 'verified' || row.message_provider !== row.provider) return [];
  if (encrypted === null || keyId === null || receivedAt === null || id === null) return [];
  // After the retention, only the recorded verification is left. It counts for transfers within the retention period.
  // A message erased too early proves nothing.
  if (keyId === '') return row.is_over ? [{ ...eventOf(row), untilMs: receivedAt.getTime() + KEPT_DAYS * DAY_MS }] : [];
  // The house has left this provider, so its key is not available.
  if (payments?.provider?.name !== row.provider) return [eventOf(row)];
  const signed = signedEvents(payments, id, {
    provider: row.provider,
    receivedAt,
    encrypted: { bytes: encrypted, keyId },
  });
  return (signed ?? []).map((one) => ({ ...one, reportedBy: row.provider }));
}

function justifies(event: ReportedEvent, reported: NeedingTransfer): boolean {
  if (event.reportedBy !== reported.provider || (event.untilMs ?? Infinity) < reported.at.getTime()) return false;
  if (event.reference !== reported.reference || !SAID[reported.kind]?.includes(event.kind)) return false;
  if (event.kind !== 'paid-in' && event.kind !== 'paid-out') return true;
  // The stored event may lack its amount. It then does not match.
  const isSame = event.amount === reported.amount && event.currency === reported.currency;
  return isSame && (event.kind !== 'paid-in' || event.providerRef === reported.provider_ref);
}

/**
 * Transfers of a span that need a staff decision and lack one: too few people decided, or the server did not write the
 * row.
 */
export async function undecidedFaults({ db, macs }: Pick<ReconcileDeps, 'db' | 'macs'>, span: Span) {
  if (!mayHold(span, 'correction', 'release', 'purchase-refund')) return [];
  const found = await undecidedBy(db, span);
  if (macs !== null) found.push(...(await forgedDecisions(db, macs, span)));
  return found;
}

/** Transfers by decisions that the server did not write. */
async function forgedDecisions(db: Db, macs: RowMacs, span: Span): Promise<LedgerFault[]> {
  const { rows } = await sql<ProposalRow & Of>`
    select t.member_id, t.kind::text as kind, t.day, t.ref, t.amount, p.*
    from ledger.transfer t join staff.proposal p on p.id = t.ref
    where ${within(span)} and t.kind = 'correction'`.execute(db);
  const found = rows.filter((row) => !isGenuine(macs, row)).map(undecided);
  return [...found, ...(await forgedVotes(db, macs, span)), ...(await forgedRefunds(db, macs, span))];
}

/** A vote with the fields of its transfer, under names that no vote has. */
type Voted<T> = T & { day: string; ref: string; kind: string; amount: bigint; needed: number };

/** Credited payments and refused withdrawals with fewer genuine votes than required. */
async function forgedVotes(db: Db, macs: RowMacs, span: Span): Promise<LedgerFault[]> {
  const { rows: credits } = await sql<Voted<PaymentVote>>`
    select t.kind::text as kind, t.day, t.ref, t.amount, case when t.amount >= coalesce((
        select r.two_people_from from payments.rule r where r.from_at <= p.ended_at order by r.version desc limit 1), 0)
      then 2 else 1 end as needed, v.*
    from ledger.transfer t
    join payments.payment p on p.bucket = t.bucket and p.member_id = t.member_id and p.id = t.ref and p.day = t.day
    join payments.payment_review v
      on v.bucket = t.bucket and v.member_id = t.member_id and v.payment_id = t.ref and v.verdict = 'credit'
    where ${within(span)} and t.kind = 'correction'`.execute(db);
  const { rows: refusals } = await sql<Voted<WithdrawalVote>>`
    select t.kind::text as kind, t.day, t.ref, t.amount, 2 as needed, v.*
    from ledger.transfer t
    join payments.withdrawal w
      on w.bucket = t.bucket and w.member_id = t.member_id and w.id = t.ref and w.day = t.day and w.state = 'refused'
    join payments.withdrawal_review v on v.bucket = t.bucket and v.member_id = t.member_id and v.withdrawal_id = t.ref
      and v.verdict = 'refuse' and v.reason = w.refusal_reason
    where ${within(span)} and t.kind = 'release'`.execute(db);
  return [
    ...tooFew(credits, (vote) => macs.isGenuine('payments.payment_review', vote, vote.mac)),
    ...tooFew(refusals, (vote) => macs.isGenuine('payments.withdrawal_review', vote, vote.mac)),
  ];
}

interface Vote {
  member_id: string;
  staff_id: string;
  mac: string | null;
}
type PaymentVote = Vote & MarkedRow<'payments.payment_review'>;
type WithdrawalVote = Vote & MarkedRow<'payments.withdrawal_review'>;

function tooFew<T extends Vote>(votes: readonly Voted<T>[], isVote: (vote: Voted<T>) => boolean): LedgerFault[] {
  return [...Map.groupBy(votes, ({ ref }) => ref).values()].flatMap((same) => {
    const people = new Set(same.filter(isVote).map(({ staff_id }) => staff_id));
    const [first] = same;
    return first === undefined || people.size >= first.needed ? [] : [undecided(first)];
  });
}

/** Refunds by a staff decision that the server did not write. */
async function forgedRefunds(db: Db, macs: RowMacs, span: Span): Promise<LedgerFault[]> {
  const { rows } = await sql<Of & { refunded_by: string }>`
    select t.member_id, t.kind::text as kind, t.day, t.ref, t.amount, u.refunded_by from ledger.transfer t
    join video.purchase u on u.bucket = t.bucket and u.member_id = t.member_id and u.id = t.ref
    where ${within(span)} and t.kind = 'purchase-refund' and u.refunded_by is not null`.execute(db);
  if (rows.length === 0) return [];
  const orders = await db
    .selectFrom('staff.instruction')
    .selectAll()
    .where('what', '=', 'purchase-refund')
    .where('subject', 'in', [...new Set(rows.map(({ ref }) => ref))])
    .execute();
  const ordered = orders.filter((row) => row.refusal === null && macs.isGenuine('staff.instruction', row, row.mac));
  const known = new Set(ordered.map(({ subject, staff_id }) => `${subject} ${staff_id}`));
  return rows.filter(({ ref, refunded_by }) => !known.has(`${ref} ${refunded_by}`)).map(undecided);
}

/** The transfer being verified. */
interface Of {
  member_id: string;
  kind: string;
  day: string;
  ref: string;
  amount: bigint;
}

function undecided({ member_id: memberId, kind, day, ref, amount: posted }: Of): LedgerFault {
  return { ...NO_FAULT, what: 'undecided', memberId, kind, day, ref, posted };
}

async function undecidedBy(db: Db, span: Span): Promise<LedgerFault[]> {
  const { rows } = await sql<Of>`
    with decided as materialized (
      select t.member_id, t.kind::text as kind, t.day, t.ref, t.amount, t.debit, p.id is not null as of_payment, u.refunded_by,
        p.ended_at, w.state as withdrawal_state,
        (select count(distinct r.staff_id) from payments.payment_review r
          where r.bucket = t.bucket and r.member_id = t.member_id and r.payment_id = t.ref and r.verdict = 'credit'
        ) as credits,
        (select count(distinct r.staff_id) from payments.withdrawal_review r
          where r.bucket = t.bucket and r.member_id = t.member_id and r.withdrawal_id = t.ref
            and r.verdict = 'refuse' and r.reason = w.refusal_reason) as refusals
      from ledger.transfer t
      left join payments.payment p
        on p.bucket = t.bucket and p.member_id = t.member_id and p.id = t.ref and p.day = t.day
      left join payments.withdrawal w
        on w.bucket = t.bucket and w.member_id = t.member_id and w.id = t.ref and w.day = t.day
      left join video.purchase u on u.bucket = t.bucket and u.member_id = t.member_id and u.id = t.ref
      where ${within(span)} and t.kind in ('correction', 'release', 'purchase-refund')
    )
    select d.member_id, d.kind, d.day, d.ref, d.amount from decided d
    where case
      when d.kind = 'correction' and d.of_payment then d.credits < case when d.amount >= coalesce((
          select r.two_people_from from payments.rule r where r.from_at <= d.ended_at order by r.version desc limit 1), 0)
        then 2 else 1 end
      when d.kind = 'correction' then not exists (
        select 1 from staff.proposal p
        where p.id = d.ref and p.what = 'correction' and p.decision = 'confirmed' and p.decided_by <> p.proposed_by
          and p.body ->> 'memberId' = d.member_id::text and p.body ->> 'amountMinor' = d.amount::text
          and p.body ->> 'direction' = case d.debit when 'correction' then 'to-member' else 'from-member' end)
      when d.kind = 'release' then d.withdrawal_state = 'refused' and d.refusals < 2
      else d.refunded_by is not null and not exists (
        select 1 from staff.account a where a.id = d.refunded_by)
    end limit ${FAULTS_MAX}`.execute(db);
  return rows.map(undecided);
}

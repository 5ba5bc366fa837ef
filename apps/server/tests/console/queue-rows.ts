import { createHash } from 'node:crypto';
import { newId } from '../../src/db/ids.ts';
import { DAY_MS, HOUR_MS } from '../../src/durations.ts';
import type { Account } from '../../src/ledger/lock.ts';
import type { Club } from '../kit/club.ts';
import { addHost } from '../kit/hosts.ts';

// Rows that wait for staff, written by the owner: only the queues read them.

/** A withdrawal in review since `atMs`. Returns its id. */
export async function withdrawalOf(club: Club, member: Account, atMs: number): Promise<string> {
  const [id, payee] = [newId(), newId()];
  await club.owner.query(
    `insert into payments.payee (bucket, member_id, id, kind, bank_code, holder, masked, phone_masked, provider, encrypted,
       key_id, bound_at, active_at, ended_at)
     values ($1, $2, $3, 'iban', 'elbe', 'Ana', 'DE•• •••• 3000', 'x', 'sandbox', 'x', 'x', $4, $4, $4)`,
    [member.bucket, member.memberId, payee, new Date(atMs)],
  );
  await club.owner.query(
    `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
       submitted_at, review_due_at)
     values ($1, $2, $3, $4::timestamptz::date, 600000, 'PLAY', $5, 'sandbox', 'in-review', $4::timestamptz,
       $4::timestamptz + interval '1 day')`,
    [member.bucket, member.memberId, id, new Date(atMs), payee],
  );
  await refer(club, member, id, 'withdrawal');
  return id;
}

/** A payment in review, with its top-up. */
export async function paymentOf(club: Club, member: Account): Promise<{ topUp: string; payment: string }> {
  const [topUp, payment] = [newId(), newId()];
  const own = [member.bucket, member.memberId];
  const at = new Date(club.clock.nowMs());
  await club.owner.query(
    `insert into payments.top_up (bucket, member_id, id, day, amount, currency, provider, state, created_at, expires_at,
       next_at) values ($1, $2, $3, $4::timestamptz::date, 5000, 'PLAY', 'sandbox', 'review', $4, $4, $4)`,
    [...own, topUp, at],
  );
  await club.owner.query(
    `insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency,
       state, reason, at, next_at)
     values ($1, $2, $3, $4, $5::timestamptz::date, 'sandbox', 'seen', 4000, 'PLAY', 'review', 'amount', $5, $5)`,
    [...own, payment, topUp, at],
  );
  await refer(club, member, topUp, 'top-up');
  await refer(club, member, payment, 'payment');
  return { topUp, payment };
}

/** Registers an id that the provider knows. */
async function refer(club: Club, { bucket, memberId }: Account, id: string, what: string): Promise<void> {
  await club.owner.query('insert into payments.reference (id, bucket, member_id, what) values ($1, $2, $3, $4)', [
    ...[id, bucket, memberId, what],
  ]);
}

interface ThreadPlan {
  assignedTo?: string;
  /** Back from a snooze; its member waits for no answer. */
  back?: boolean;
}

/** A conversation in which the member waits for an answer. */
export async function threadOf(club: Club, member: Account, { assignedTo, back = false }: ThreadPlan): Promise<string> {
  const id = newId();
  const now = club.clock.nowMs();
  const at = new Date(now - HOUR_MS);
  await club.owner.query(
    `insert into desk.thread (bucket, member_id, id, subject, opened_at, last_at, entries, waits_since, assigned_to,
       assigned_at, snoozed_until)
     values ($1, $2, $3, 'question', $4, $4, 1, $5, $6::uuid, case when $6::uuid is not null then $4::timestamptz end, $7)`,
    [member.bucket, member.memberId, id, at, back ? null : at, assignedTo ?? null, back ? new Date(now - 1) : null],
  );
  await club.owner.query(
    `insert into desk.entry (bucket, member_id, thread_id, n, key, words, at) values ($1, $2, $3, 1, $4, 'hello', $5)`,
    [member.bucket, member.memberId, id, newId(), at],
  );
  return id;
}

/** Puts at least one item into every queue except the closed switches. Two accounts of staff have some of them. */
export async function fillQueues(club: Club, staff: { finance: string; support: string }): Promise<void> {
  const [mira, otto] = [await club.member(), await club.member()];
  await fillMoney(club, mira, staff.finance);
  await fillDesk(club, mira, staff.support);
  await fillRest(club, [mira, otto]);
}

async function fillMoney(club: Club, member: Account, financeId: string): Promise<void> {
  const now = club.clock.nowMs();
  const own = [member.bucket, member.memberId];
  const first = await withdrawalOf(club, member, now - HOUR_MS);
  await withdrawalOf(club, member, now);
  await club.owner.query(
    `insert into payments.withdrawal_review (bucket, member_id, withdrawal_id, id, staff_id, verdict, at)
     values ($1, $2, $3, $4, $5, 'approve', $6)`,
    [...own, first, newId(), newId(), new Date(now)],
  );
  await paymentOf(club, member);
  const hold = (by: string, confirmedBy: string | null, days: number) =>
    club.owner.query(
      `insert into payments.legal_hold (bucket, member_id, id, authority, reference, proposed_by, confirmed_by, from_at,
         expires_at) values ($1, $2, $3, 'Court', 'A 1', $4, $5::uuid, case when $5::uuid is not null then $6::timestamptz
         end, $7)`,
      [...own, newId(), by, confirmedBy, new Date(now), new Date(now + days * DAY_MS)],
    );
  const { rows } = await club.owner.query(`select id from staff.account where role = 'owner' order by id limit 1`);
  const ownerId = rows[0].id;
  await hold(financeId, null, 30);
  await hold(ownerId, null, 30);
  await hold(financeId, ownerId, 3);
  await hold(financeId, ownerId, 30);
  for (const [what, subject, by] of [
    ['correction', 'correction/x/y', financeId],
    ['money-rule', 'house', ownerId],
    ['reopening', 'money-in', financeId],
  ]) {
    await club.owner.query(
      `insert into staff.proposal (id, what, subject, body, why, proposed_by, proposed_at)
       values ($1, $2, $3, '{}', 'for the test', $4, $5)`,
      [newId(), what, subject, by, new Date(now)],
    );
  }
  await club.owner.query(`insert into ledger.fault (id, what) values ($1, 'sum')`, [sha('fault')]);
}

async function fillDesk(club: Club, member: Account, supportId: string): Promise<void> {
  const at = new Date(club.clock.nowMs());
  await threadOf(club, member, {});
  await threadOf(club, member, { assignedTo: supportId });
  await threadOf(club, member, { assignedTo: newId() });
  await threadOf(club, member, { back: true });
  await threadOf(club, member, { back: true, assignedTo: supportId });
  await threadOf(club, member, { back: true, assignedTo: newId() });
  for (const [number, topic] of [
    ['V-1', 'registration'],
    ['V-2', 'recovery'],
  ]) {
    const id = newId();
    await club.owner.query(
      `insert into desk.visitor_thread (id, number, secret_hash, key_hash, topic, locale, contact, opened_at, last_at,
         entries, waits_since) values ($1, $2, $3, $4, $5, 'en', 'me', $6, $6, 1, $6)`,
      [id, number, sha(`s${number}`), sha(`k${number}`), topic, at],
    );
    await club.owner.query(
      `insert into desk.visitor_entry (thread_id, n, key, content, at) values ($1, 1, $2, 'hello', $3)`,
      [id, newId(), at],
    );
    if (topic === 'recovery') {
      await club.owner.query(
        `insert into members.recovery_request (thread_id, user_name, real_name, payee_digits, requested_at)
         values ($1, 'gone', '', '', $2)`,
        [id, at],
      );
    }
  }
}

async function fillRest(club: Club, [mira, otto]: [Account, Account]): Promise<void> {
  const at = new Date(club.clock.nowMs());
  const own = [mira.bucket, mira.memberId];
  const complaint = newId();
  await club.owner.query(
    `insert into complaints.complaint (bucket, member_id, id, slip_id, draw_id, receipt_hash, evidence, evidence_hash,
       asked_at, due_at) values ($1, $2, $3, $4, 'dice-60/1', $5, 'x', $5, $6, $6)`,
    [...own, complaint, newId(), sha('receipt'), at],
  );
  await club.owner.query(
    `insert into complaints.complaint_entry (bucket, member_id, complaint_id, id, key, words, at)
     values ($1, $2, $3, $4, $4, 'The dice say 14.', $5)`,
    [...own, complaint, newId(), at],
  );
  const formal = newId();
  await club.owner.query(
    `insert into complaints.formal (bucket, member_id, id, number, subject, filed_at, answer_due_at, due_at)
     values ($1, $2, $3, '202611-ABC123', 'service', $4, $4, $4)`,
    [...own, formal, at],
  );
  await club.owner.query(
    `insert into complaints.formal_entry (bucket, member_id, complaint_id, id, kind, key, words, at)
     values ($1, $2, $3, $4, 'member', $4, 'Nobody answers me.', $5)`,
    [...own, formal, newId(), at],
  );
  const ending = await addHost(club);
  await club.owner.query(`update directory.consent set until_at = $2 where host_id = $1`, [
    ending.hostId,
    new Date(at.getTime() + 5 * DAY_MS),
  ]);
  const waiting = await addHost(club, { cityId: ending.cityId });
  await club.owner.query(`update directory.host set draft = texts, draft_by = 'host' where id = $1`, [waiting.hostId]);
  await club.owner.query(
    `insert into directory.report (bucket, member_id, id, key, host_id, reason, words, at)
     values ($1, $2, $3, $3, $4, 'other', 'a report', $5)`,
    [...own, newId(), waiting.hostId, at],
  );
  const thread = await threadOf(club, mira, {});
  await club.owner.query(
    `insert into directory.booking (bucket, member_id, id, key, host_id, thread_id, service, language, day, hour, note,
       state, version, at, changed_at)
     values ($1, $2, $3, $3, $4, $5, 'city-guide', 'en', $6::timestamptz::date + 3, '18:00', '', 'asked', 1, $6, $6)`,
    [...own, newId(), ending.hostId, thread, at],
  );
  await club.owner.query(
    `insert into risk.member_case (bucket, member_id, id, reason, opened_at, due_at) values ($1, $2, $3, 'signs', $4, $4)`,
    [...own, newId(), at],
  );
  await club.owner.query(
    `insert into members.possible_match (bucket, member_id, id, other_bucket, other_id, found_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [...own, newId(), otto.bucket, otto.memberId, at],
  );
}

function sha(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

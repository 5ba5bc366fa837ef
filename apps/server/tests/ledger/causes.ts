import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { FUNCTION_RIGHTS } from '../../src/db/rights/functions.ts';
import type { ProcessRole } from '../../src/db/rights/roles.ts';
import type { Identity } from '../../src/identity.ts';
import type { Club } from '../kit/club.ts';
import { ADA, BO } from '../kit/staff.ts';

/** A club, two members and a title on sale; set by the test file. */
export const stage = {} as { club: Club; mira: Identity; other: Identity; titleId: string };

export const REFUSED = 'TC001';
export const NO_RIGHT = '42501';
export const TWICE = '23505';
export const AMOUNT = 5_000n;
/** An id of no staff member. */
export const NOBODY = '00000000-0000-0000-0000-0000000000aa';

/** SQLSTATE of a call, by default with a role that may make it; `posted` if it succeeds. */
export async function called(
  name: string,
  values: readonly unknown[],
  role: ProcessRole = FUNCTION_RIGHTS[name]?.roles[0] ?? 'api',
): Promise<string> {
  const places = values.map((_, at) => `$${at + 1}`).join(', ');
  return stage.club.pools[role].query(`select ${name}(${places})`, [...values]).then(
    () => 'posted',
    (error: { code: string }) => error.code,
  );
}

/** All transfers of a member except the welcome grant. */
export async function posted({ memberId }: Identity): Promise<unknown[]> {
  const { rows } = await stage.club.owner.query(
    `select kind, debit, credit, amount::text from ledger.transfer where member_id = $1 and kind <> 'grant'
     order by kind::text`,
    [memberId],
  );
  return rows.map(({ kind, debit, credit, amount }) => [kind, debit, credit, amount].join(' '));
}

export const insert = async (table: string, row: Record<string, unknown>): Promise<void> => {
  const columns = Object.keys(row);
  await stage.club.owner.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
};
export const set = (table: string, id: string, change: string) =>
  stage.club.owner.query(`update ${table} set ${change} where id = $1`, [id]);
const of = ({ bucket, memberId }: Identity) => ({ bucket, member_id: memberId });
export const today = () => new Date(stage.club.clock.nowMs()).toISOString().slice(0, 10);
const now = () => new Date(stage.club.clock.nowMs());

/** Stores a verified event of the provider. Returns its id. */
export async function say(event: Record<string, unknown>): Promise<string> {
  const eventId = randomUUID();
  const messageId = newId();
  await insert('payments.provider_message', {
    ...{ id: messageId, provider: 'sandbox', encrypted: Buffer.alloc(0), key_id: '', outcome: 'verified' },
    handled_at: now(),
  });
  await insert('payments.provider_event', {
    ...{ provider: 'sandbox', event_id: eventId, received_at: now(), next_at: now() },
    ...{ body: JSON.stringify({ eventId, ...event }), message_id: messageId },
  });
  return eventId;
}

export async function withdrawal(state: string, member = stage.mira, amount = AMOUNT): Promise<string> {
  const id = newId();
  await insert('payments.withdrawal', {
    ...{ ...of(member), id, day: today(), amount, currency: 'PLAY', payee_id: newId(), provider: 'sandbox', state },
    ...{ submitted_at: now(), review_due_at: now() },
  });
  return id;
}

/** Binds a payee that is active. Returns its id. */
export async function payee({ bucket, memberId } = stage.mira): Promise<string> {
  const id = newId();
  await stage.club.owner.query('update payments.payee set ended_at = clock.now() where member_id = $1', [memberId]);
  await insert('payments.payee', {
    ...{ bucket, member_id: memberId, id, kind: 'iban', bank_code: 'x', holder: 'x', masked: 'x', phone_masked: 'x' },
    ...{ provider: 'sandbox', encrypted: Buffer.alloc(0), key_id: 'x', bound_at: now(), active_at: now() },
  });
  return id;
}

/** Arguments of `payments.hold_withdrawal`, to a payee that is active. */
export async function toHold(member = stage.mira): Promise<unknown[]> {
  return [member.bucket, member.memberId, newId(), AMOUNT, await payee(member), 'sandbox'];
}

/** Creates a withdrawal in any state whose amount is held. Returns its id. */
export async function held(state = 'sent', member = stage.mira): Promise<string> {
  const values = await toHold(member);
  expect(await called('payments.hold_withdrawal', values)).toBe('posted');
  const id = String(values[2]);
  await set('payments.withdrawal', id, `state = '${state}', review_due_at = clock.now()`);
  return id;
}

export async function payment(more: Record<string, unknown> = {}, member = stage.mira) {
  const [id, topUpId, ref] = [newId(), newId(), randomUUID()];
  const money = { amount: AMOUNT, currency: 'PLAY' };
  await insert('payments.top_up', {
    ...{ ...of(member), id: topUpId, day: today(), ...money, provider: 'sandbox', state: 'pending' },
    ...{ created_at: now(), expires_at: now(), next_at: now() },
  });
  await insert('payments.payment', {
    ...{ ...of(member), id, top_up_id: topUpId, day: today(), provider: 'sandbox', provider_ref: ref, ...money },
    ...{ state: 'credited', at: now(), ended_at: now(), next_at: now(), ...more },
  });
  await insert('payments.payment_claim', { provider: 'sandbox', provider_ref: ref, payment_id: id });
  const stated = { kind: 'paid-in', reference: topUpId, providerRef: ref, amount: String(AMOUNT), currency: 'PLAY' };
  return { id, topUpId, said: stated };
}

export async function addTitle(): Promise<string> {
  const [id, classId] = [newId(), newId()];
  await insert('video.class', { id: classId, slug: `c${classId.slice(-8)}`, position: 1, texts: {} });
  await insert('video.title', {
    ...{ id, class_id: classId, texts: {}, age: 0, access: 'bought', price: AMOUNT, hours: 48, published_at: now() },
  });
  return id;
}

export async function review(
  table: 'withdrawal' | 'payment',
  id: string,
  staffId: string,
  verdict: string,
): Promise<void> {
  const reason = table === 'withdrawal' ? { reason: 'payee-not-own', words: 'not their own' } : { why: 'as it came' };
  await insert(`payments.${table}_review`, {
    ...{ ...of(stage.mira), [`${table}_id`]: id, id: newId(), staff_id: staffId, verdict, at: now(), ...reason },
  });
}

/** A posting function, and a call that succeeds. Each entry of `spoil` invalidates the cause of the call. */
export interface Poster {
  name: string;
  kinds: string[];
  call(member?: Identity): Promise<unknown[]>;
  /** Changes after the call was prepared; each must make it fail. */
  spoil: Record<string, (values: unknown[]) => Promise<unknown> | unknown>;
}

export async function bought(member: Identity): Promise<string> {
  const id = newId();
  await set('video.title', stage.titleId, 'withdrawn_at = null');
  const values = [member.bucket, member.memberId, id, stage.titleId, AMOUNT, 48];
  expect(await called('video.buy_title', values)).toBe('posted');
  return id;
}

/** Posts a transfer of `AMOUNT` as the owner, for the id of a call or for `ref`. */
export async function post(
  [bucket, memberId, id]: readonly unknown[],
  [kind, debit, credit]: readonly [string, string, string],
  ref = id,
): Promise<void> {
  await stage.club.owner.query(
    `select ledger.post($1::smallint[], $2::uuid[], array[$3::date], $4::uuid[], $5, $6, $7, '{5000}')`,
    [[bucket], [memberId], today(), [ref], ...[kind, debit, credit].map((one) => `{${one}}`)],
  );
}

export const RELEASE = ['release', 'held', 'available'] as const;
export const POST = ['post', 'held', 'cash'] as const;
export const TOP_UP = ['top-up', 'cash', 'available'] as const;
export const CREDIT = ['correction', 'cash', 'available'] as const;

/** Changes that invalidate votes of staff, by name. */
export const STAFF_SPOILT: Poster['spoil'] = {
  'people who left': () => stage.club.owner.query('update staff.account set disabled_at = clock.now()'),
  'people of another role': () => stage.club.owner.query(`update staff.account set role = 'support'`),
};

/** The same for acts that need two staff, neither of them new. */
export const TWO_SPOILT: Poster['spoil'] = {
  ...STAFF_SPOILT,
  'one of two who left': () =>
    stage.club.owner.query('update staff.account set disabled_at = clock.now() where id = $1', [ADA]),
  'one of two who was let in yesterday': () =>
    stage.club.owner.query(
      `update staff.account set handed_by = $1, handed_at = clock.now() - interval '1 day' where id = $2`,
      [ADA, BO],
    ),
};

/** Changes to the rows of a hold, each of which makes it belong to something else. */
export const HOLD_SPOILT: Poster['spoil'] = Object.fromEntries(
  (['ledger.hold', 'ledger.transfer'] as const).flatMap((table) => {
    const key = table === 'ledger.hold' ? 'id' : 'ref';
    const to = (change: string) => async (values: unknown[]) => {
      const { bucket, memberId } = stage.other;
      const places = [values[2], ...(change.includes('$2') ? [change.startsWith('bucket') ? bucket : memberId] : [])];
      await stage.club.owner.query(`update ${table} set ${change} where ${key} = $1`, places);
    };
    const changes: [string, string][] = [
      ['of another bucket', 'bucket = $2'],
      ['of another member', 'member_id = $2'],
      ['of another day', 'day = day - 1'],
      ['of another amount', 'amount = amount + 1'],
      table === 'ledger.hold' ? ['for something else', `purpose = 'another'`] : ['of another kind', `kind = 'stake'`],
    ];
    return changes.map(([what, change]) => [`a ${table} ${what}`, to(change)]);
  }),
);

export function changeEvent(values: unknown[], change: Record<string, unknown>) {
  return stage.club.owner.query('update payments.provider_event set body = body || $2::jsonb where event_id = $1', [
    values[3],
    JSON.stringify(change),
  ]);
}

export function changeMessage(values: unknown[], outcome: string | null) {
  return stage.club.owner.query(
    `update payments.provider_message set outcome = $2, handled_at = case when $2::text is null then null else handled_at end
     where id = (select message_id from payments.provider_event where event_id = $1)`,
    [values[3], outcome],
  );
}

/** Undoes a test's changes to shared rows. */
export async function mend(): Promise<void> {
  await stage.club.owner.query(
    `update staff.account set disabled_at = null, handed_by = null, handed_at = null, role = 'finance'`,
  );
  await stage.club.owner.query('delete from payments.payment_review; delete from payments.withdrawal_review');
  await stage.club.owner.query(
    `update payments.rule set from_at = from_at - interval '100 years' where from_at > clock.now()`,
  );
  await set('video.title', stage.titleId, 'withdrawn_at = null');
}

/** Removes the postings of both members, since deleted rows leave wrong balances. */
export async function makeEven(): Promise<void> {
  for (const { memberId } of [stage.mira, stage.other]) {
    await stage.club.owner.query('delete from ledger.transfer where member_id = $1', [memberId]);
    await stage.club.owner.query('delete from ledger.hold where member_id = $1', [memberId]);
    await stage.club.owner.query('delete from payments.payment where member_id = $1', [memberId]);
    await stage.club.owner.query('delete from payments.correction where member_id = $1', [memberId]);
    await stage.club.owner.query(
      `update ledger.balance set available = 0, held = 0, play = 0, cash = 0, sales = 0, correction = 0, issue = 0,
         version = 0 where member_id = $1`,
      [memberId],
    );
  }
}

import type pg from 'pg';
import type { Account } from '../ledger/lock.ts';
import { yearsKept } from '../members/retention.ts';
import { type Erasing, eraseInBatches } from './erase-batches.ts';

/** Kinds of data that go once for an account, when all of it is over. */
const KINDS = ['money', 'bets', 'person', 'consents'] as const;
type Kind = (typeof KINDS)[number];

const OWN = 'r.bucket = $1::smallint and r.member_id = $2::uuid';

/**
 * What goes of an account. Postings, slips, and the numbers that tie them to payments stay as they are: an account is
 * then a number that leads to nobody. A slip whose salt is gone cannot be matched with a user name any more.
 */
const ERASED: Readonly<Record<Kind, readonly Erasing[]>> = {
  money: [
    {
      table: 'payments.top_up',
      set: 'checkout_ref = null, checkout_url = null',
      only: `${OWN} and coalesce(r.checkout_ref, r.checkout_url) is not null`,
    },
    {
      table: 'payments.withdrawal',
      set: 'refusal_words = null, provider_ref = null',
      only: `${OWN} and coalesce(r.refusal_words, r.provider_ref) is not null`,
    },
    { table: 'payments.withdrawal_review', set: 'words = null', only: `${OWN} and r.words is not null` },
    { table: 'payments.payment_review', set: "why = ''", only: `${OWN} and r.why <> ''` },
    { table: 'payments.legal_hold', only: OWN },
    { table: 'video.purchase', only: OWN },
  ],
  bets: [
    { table: 'lottery.slip_key', set: 'salt = null', only: `${OWN} and r.salt is not null` },
    { table: 'complaints.complaint_entry', only: OWN },
    { table: 'complaints.complaint', only: OWN },
    { table: 'lottery.play', only: OWN },
    { table: 'lottery.player', only: OWN },
  ],
  person: [
    {
      table: 'payments.payee',
      // The withdrawals that went there keep their rows; nothing may be paid to one of which nobody knows where it is.
      set: `bank_code = '', holder = '', masked = '', phone_masked = '', brand = null, sealed = '', key_id = '',
        ended_at = coalesce(x.ended_at, batch.now)`,
      only: `${OWN} and r.key_id <> ''`,
    },
    ...[
      ...['payments.payee_permit', 'members.real_name', 'members.finance_password', 'members.finance_reset'],
      ...['members.recovery_code', 'members.suspension', 'members.own_invite', 'members.limit_review'],
      ...['members.identity_check', 'members.exclusion', 'members.session'],
    ].map((table) => ({ table, only: OWN })),
    { table: 'members.limit_set', only: OWN, order: 'r.kind, r.version desc' },
    { table: 'members.limit_request', only: OWN },
  ],
  consents: [{ table: 'members.consent', only: OWN }],
};

/** An account is left alone as long as something of it may still be needed, by the member above all. */
const WAITS: Readonly<Record<Kind, string>> = {
  money: '',
  bets: `and not exists (select from complaints.complaint r where r.bucket = c.bucket and r.member_id = c.member_id
    and r.answered_at is null)`,
  // Whoever is excluded is known again by name and birth date.
  person: `and not exists (select from members.exclusion r where r.bucket = c.bucket and r.member_id = c.member_id
    and r.from_at + r.hours * interval '1 hour' > clock.now())`,
  consents: '',
};

const PAGE = 100;
const NONE: Account = { bucket: -1, memberId: '00000000-0000-0000-0000-000000000000' };

/**
 * Erases the data of members who left whose years are over, an account and a kind at a time. Doing it twice does
 * nothing; broken off, it goes on with what is left. Returns the number of accounts and kinds that are done now.
 */
export async function eraseAccounts(pool: pg.Pool): Promise<number> {
  let done = 0;
  for (const kind of KINDS) {
    let after = NONE;
    for (;;) {
      const page = await dueAfter(pool, kind, after);
      for (const account of page) if (await eraseOne(pool, kind, account)) done++;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last;
    }
  }
  return done;
}

async function dueAfter(pool: pg.Pool, kind: Kind, after: Account): Promise<Account[]> {
  const { rows } = await pool.query<Account>(
    `with held as materialized (
       select h.bucket, h.member_id from payments.legal_hold h
       where h.from_at is not null and h.lifted_at is null and h.expires_at > clock.now())
     select c.bucket, c.member_id as "memberId"
     from members.closure c
     join ledger.balance b on b.bucket = c.bucket and b.member_id = c.member_id
     cross join (select clock.now() - make_interval(years => $1) as at) past
     where (c.bucket, c.member_id) > ($2::smallint, $3::uuid)
       and c.done_at < past.at and b.available = 0 and b.held = 0
       and not exists (select from members.erasure e
         where e.bucket = c.bucket and e.member_id = c.member_id and e.kind = $4)
       and not exists (select from ledger.transfer t
         where t.bucket = c.bucket and t.member_id = c.member_id and t.at >= past.at
           and t.day >= (past.at - interval '1 year')::date)
       and not exists (select from payments.payment p
         where p.bucket = c.bucket and p.member_id = c.member_id and p.state in ('review', 'refunding'))
       and not exists (select from held h where h.bucket = c.bucket and h.member_id = c.member_id)
       ${WAITS[kind]}
     order by c.bucket, c.member_id limit ${PAGE}`,
    [yearsKept(kind), after.bucket, after.memberId, kind],
  );
  return rows;
}

/** Whether it was this call that finished it. */
async function eraseOne(pool: pg.Pool, kind: Kind, account: Account): Promise<boolean> {
  const { bucket, memberId } = account;
  for (const erasing of ERASED[kind]) await eraseInBatches(pool, erasing, [bucket, memberId], bucket);
  const client = await pool.connect();
  try {
    await client.query('begin');
    // No cut of the ledger falls between the time that is written and the end of this transaction.
    await client.query('select from ledger.gate where bucket = $1 for share', [bucket]);
    const { rowCount } = await client.query(
      `insert into members.erasure (bucket, member_id, kind, at, user_name)
       select m.bucket, m.member_id, $3, clock.now(), case when $3 = 'person' then m.user_name end
       from members.member m where m.bucket = $1 and m.member_id = $2
       on conflict do nothing`,
      [bucket, memberId, kind],
    );
    if (rowCount === 1 && kind === 'person') await eraseName(client, account);
    await client.query('commit');
    return rowCount === 1;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The row stays, for the ledger; its id stands for the name, and is too long to be registered as one. */
async function eraseName(client: pg.PoolClient, { bucket, memberId }: Account): Promise<void> {
  await client.query(
    `update members.member
     set user_name = member_id::text, password_hash = '', birth_date = null, sex = null, locale = null
     where bucket = $1 and member_id = $2`,
    [bucket, memberId],
  );
  await client.query('delete from members.user_name_claim where member_id = $1', [memberId]);
}

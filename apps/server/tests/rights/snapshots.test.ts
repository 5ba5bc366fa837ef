import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { ProcessRole } from '../../src/db/rights/roles.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { slipCall } from '../kit/slip-call.ts';

// House rules 1, 5 and 9. A thief with the password of a role opens a transaction early and uses it late: it still sees
// the state of before. What decides by rows and then writes refuses such a transaction.

const OLD_SNAPSHOTS = ['repeatable read', 'serializable'];
const REFUSED = { code: expect.stringMatching(/^(42501|TC001)$/) };

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-900', periodSeconds: 900 });
});
afterAll(() => club.close());

interface Query {
  text: string;
  values: unknown[];
}

/** Runs `between` after a transaction of a role has fixed what it sees, then the query in that transaction. */
async function late(
  role: ProcessRole,
  level: string,
  { between, query }: { between(): Promise<unknown>; query: Query },
) {
  const client = await club.pools[role].connect();
  try {
    await client.query(`begin isolation level ${level}`);
    await client.query('select count(*) from lottery.lottery');
    await between();
    await client.query({ ...query, name: undefined } as never);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

describe.each(OLD_SNAPSHOTS)('a transaction of %s', (level) => {
  test('binds no payee as the first one after another was bound', async () => {
    const { bucket, memberId } = await club.member();
    const payee = (): Query => ({
      text: `insert into payments.payee (bucket, member_id, id, kind, bank_code, holder, masked, phone_masked, provider,
        encrypted, key_id, bound_at, active_at)
        values ($1, $2, $3, 'iban', 'x', 'x', 'x', 'x', 'x', '', 'x', clock.now(), clock.now())`,
      values: [bucket, memberId, newId()],
    });
    const between = async () => {
      await club.pools.api.query(payee());
      await club.pools.api.query('update payments.payee set ended_at = clock.now() where member_id = $1', [memberId]);
    };
    await expect(late('api', level, { between, query: payee() })).rejects.toMatchObject(REFUSED);
  });

  test('takes no bet of a member who has excluded themselves since', async () => {
    const member = await club.member();
    const query = await slipCall(club, table, [member]);
    const between = () =>
      club.pools.api.query(
        `insert into members.exclusion (bucket, member_id, id, kind, hours) values ($1, $2, $3, 'self-exclusion', 8760)`,
        [member.bucket, member.memberId, newId()],
      );
    await expect(late('api', level, { between, query })).rejects.toMatchObject(REFUSED);
  });

  test('posts no money', async () => {
    const { bucket, memberId } = await club.member();
    const post = `select ledger.post_one($1, $2, current_date, $3, 'grant', 'issue', 'available', 1)`;
    const client = await club.owner.connect();
    await client.query(`begin isolation level ${level}`);
    await expect(client.query(post, [bucket, memberId, newId()])).rejects.toThrow('READ COMMITTED');
    client.release(true);
  });

  test('writes no transfer, seal, draw, void or return, by any function or policy', async () => {
    const writers = await club.owner.query(
      `select proname as name from pg_proc
       where prosrc like '%insert into ledger.transfer %' and prosrc not like '%clock.require_latest()%'`,
    );
    expect(writers.rows).toEqual([]);
    const { rows } = await club.owner.query(
      `select c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
       where c.relnamespace = 'draw'::regnamespace and p.polcmd = 'a'
         and pg_get_expr(p.polwithcheck, p.polrelid) not like '%clock.reads_latest()%'`,
    );
    expect(rows).toEqual([]);
  });
});

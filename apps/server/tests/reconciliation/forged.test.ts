import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { append, noteTreeHead } from '../../src/book/book.ts';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { sealDue } from '../../src/draw/worker/advance.ts';
import type { Identity } from '../../src/identity.ts';
import { diceOf, lotteryOf, periodIn } from '../draw/drawing.ts';
import { foundBy, type HonestClub, openHonestClub } from './honest.ts';

// Forges transfers or removes their causes as the owner. Both the incremental and the full reconciliation must report
// each fault once.

/** Number of kinds that `npm test` forges in each way. */
const KINDS_TRIED = 2;
/** Each kind of transfer with its debited and credited account. */
const KINDS: [kind: string, debit: string, credit: string][] = [
  ['stake', 'available', 'play'],
  ['payout', 'play', 'available'],
  ['refund', 'play', 'available'],
  ['return', 'play', 'available'],
  ['hold', 'available', 'held'],
  ['post', 'held', 'cash'],
  ['release', 'held', 'available'],
  ['top-up', 'cash', 'available'],
  ['bounce', 'cash', 'available'],
  ['correction', 'cash', 'available'],
  ['grant', 'issue', 'available'],
  ['purchase', 'available', 'sales'],
  ['purchase-refund', 'sales', 'available'],
];

let honest: HonestClub;
let mira: Identity;
let forgery: string;
beforeAll(async () => {
  honest = await openHonestClub();
  mira = honest.mira;
  expect(await foundBy(honest.deps)).toEqual({ fresh: [], all: [] });
});
beforeEach(() => {
  forgery = newId();
});
afterAll(() => honest.close());

const owner = (text: string, values: unknown[] = []) => honest.club.owner.query(text, values);
const today = () => new Date(honest.club.clock.nowMs()).toISOString().slice(0, 10);

/** Posts a consistent transfer without a cause. */
async function post(
  kind: string,
  debit: string,
  credit: string,
  more: { ref?: string; day?: string; amount?: bigint } = {},
) {
  const { ref = forgery, day = today(), amount = 20n } = more;
  await owner(
    `select ledger.post($1::smallint[], $2::uuid[], $3::date[], $4::uuid[], $5::ledger.kind[], $6::ledger.account[],
       $7::ledger.account[], $8::bigint[])`,
    [[mira.bucket], [mira.memberId], [day], [ref], [kind], [debit], [credit], [amount]],
  );
}

/** Removes a forged transfer and the faults recorded for it. */
async function undo(): Promise<void> {
  await owner(
    `with gone as (delete from ledger.transfer where ref = $1 and at > (select max(at) from ledger.reconciliation)
       - interval '10 years' returning *)
     update ledger.balance b set
       available = b.available - g.available, held = b.held - g.held, play = b.play - g.play, cash = b.cash - g.cash,
       sales = b.sales - g.sales, correction = b.correction - g.correction, issue = b.issue - g.issue,
       version = b.version - g.n
     from (select bucket, member_id, count(*) as n,
         sum(ledger.delta('available', debit, credit, amount)) as available,
         sum(ledger.delta('held', debit, credit, amount)) as held,
         sum(ledger.delta('play', debit, credit, amount)) as play,
         sum(ledger.delta('cash', debit, credit, amount)) as cash,
         sum(ledger.delta('sales', debit, credit, amount)) as sales,
         sum(ledger.delta('correction', debit, credit, amount)) as correction,
         sum(ledger.delta('issue', debit, credit, amount)) as issue
       from gone group by 1, 2) g
     where b.bucket = g.bucket and b.member_id = g.member_id`,
    [forgery],
  );
  await owner('delete from ledger.fault');
}

describe('a transfer without a cause', () => {
  // A correction may also come from the correction account.
  const forgeries = KINDS.map(([kind, debit, credit]) => [kind, kind === 'correction' ? kind : debit, credit] as const);
  test.each(sampleOf(forgeries, KINDS_TRIED))('a %s is found', async (kind, debit, credit) => {
    await post(kind, debit, credit);
    const { fresh, all } = await foundBy(honest.deps);
    const stated = fresh.filter((fault) => fault.startsWith(`no-cause ${kind}`));
    expect(stated).toHaveLength(1);
    expect(all).toEqual(expect.arrayContaining(stated));
    const { rows } = await owner('select what, kind, member_id, posted::integer from ledger.fault where ref = $1', [
      forgery,
    ]);
    expect(rows).toContainEqual({ what: 'no-cause', kind, member_id: mira.memberId, posted: 20 });
    await undo();
  });

  test('a payout of an honest slip, on another day, is found', async () => {
    const { rows } = await owner('select id, day from lottery.slip limit 1');
    await post('payout', 'play', 'available', { ref: rows[0].id, day: '2031-01-01' });
    expect((await foundBy(honest.deps)).fresh).toEqual(['no-cause payout 20 -']);
    forgery = rows[0].id;
    await owner(`delete from ledger.transfer where ref = $1 and day = '2031-01-01'`, [forgery]);
    await owner(
      `update ledger.balance set available = available - 20, play = play + 20, version = version - 1 where member_id = $1`,
      [mira.memberId],
    );
    await owner('delete from ledger.fault');
  });
});

describe('a transfer of another amount than its cause', () => {
  /** Changes a posted amount together with the balance; then restores both. */
  async function change(kind: string, by: number, debit: string, credit: string): Promise<string> {
    const { rows } = await owner(`select ref from ledger.transfer where kind = $1 order by ref limit 1`, [kind]);
    const shift = (amount: number) =>
      owner(
        `with changed as (
           update ledger.transfer set amount = amount + $2 where ref = $1 and kind = $3 returning bucket, member_id)
         update ledger.balance b set ${debit} = ${debit} - $2, ${credit} = ${credit} + $2 from changed c
         where b.bucket = c.bucket and b.member_id = c.member_id`,
        [rows[0].ref, amount, kind],
      );
    await shift(by);
    const { all } = await foundBy(honest.deps);
    await shift(-by);
    await owner('delete from ledger.fault');
    return all.join(', ');
  }

  test.each(sampleOf(KINDS, KINDS_TRIED))('a %s is found', async (kind, debit, credit) => {
    expect(await change(kind, 1, debit, credit)).toMatch(new RegExp(`(amount|accounts) ${kind} `));
  });
});

describe('a cause without its transfer', () => {
  /** Removes a transfer together with its effect on the balance; then restores both. */
  async function without(kind: string, debit: string, credit: string): Promise<string[]> {
    const { rows } = await owner(
      `select to_jsonb(t) as was from ledger.transfer t where kind = $1 order by ref limit 1`,
      [kind],
    );
    const { was } = rows[0];
    const book = (sign: number) =>
      owner(
        `update ledger.balance set ${debit} = ${debit} - $2::bigint, ${credit} = ${credit} + $2::bigint,
           version = version + $3 where member_id = $1`,
        [was.member_id, BigInt(was.amount) * BigInt(sign), sign],
      );
    await owner('delete from ledger.transfer where ref = $1 and kind = $2', [was.ref, kind]);
    await book(-1);
    const { all } = await foundBy(honest.deps);
    await owner('insert into ledger.transfer select * from jsonb_populate_record(null::ledger.transfer, $1)', [was]);
    await book(1);
    await owner('delete from ledger.fault');
    return all;
  }

  const OF_OTHERS = ['post', 'release', 'top-up', 'bounce', 'purchase', 'purchase-refund'];
  const others = KINDS.filter(([kind]) => OF_OTHERS.includes(kind));
  test.each(sampleOf(others, KINDS_TRIED / 2))('a %s that is missing is found', async (kind, debit, credit) => {
    expect((await without(kind, debit, credit)).join(', ')).toContain(`not-posted ${kind} 0`);
  });

  test.each([
    ['stake', 'available', 'play'],
    ['payout', 'play', 'available'],
  ])('a %s of a slip that is missing is found', async (kind, debit, credit) => {
    const { rows } = await owner(`select day from ledger.transfer where kind = $1 order by ref limit 1`, [kind]);
    expect(rows).toHaveLength(1);
    expect((await without(kind, debit, credit)).join(', ')).toContain(`not-posted ${kind} 0`);
  });
});

describe('what a transfer rests on', () => {
  async function found(change: string, back: string, values: unknown[] = []): Promise<string> {
    await owner(change, values);
    const { all } = await foundBy(honest.deps);
    await owner(back, values);
    await owner('delete from ledger.fault');
    return all.join(', ');
  }

  test('a message of the provider that nobody verified', async () => {
    const faults = await found(
      `update payments.provider_message set outcome = 'not-signed' where outcome = 'verified'`,
      `update payments.provider_message set outcome = 'verified' where outcome = 'not-signed'`,
    );
    for (const kind of ['top-up', 'post', 'release', 'bounce']) expect(faults).toContain(`unsaid ${kind} 10000`);
  });

  test('a message that was changed after it was verified: its signature is verified again', async () => {
    const faults = await found(
      'update payments.provider_message set encrypted = encrypted || encrypted',
      'update payments.provider_message set encrypted = substring(encrypted from 1 for length(encrypted) / 2)',
    );
    for (const kind of ['top-up', 'post', 'release', 'bounce']) expect(faults).toContain(`unsaid ${kind} 10000`);
  });

  test('a message that was emptied before its time', async () => {
    const { rows } = await owner('select id, encrypted, key_id from payments.provider_message');
    const faults = await found(
      `update payments.provider_message set encrypted = '', key_id = ''`,
      'select count(*) from payments.provider_message',
    );
    for (const { id, encrypted, key_id } of rows)
      await owner('update payments.provider_message set encrypted = $2, key_id = $3 where id = $1', [
        id,
        encrypted,
        key_id,
      ]);
    for (const kind of ['top-up', 'post', 'release', 'bounce']) expect(faults).toContain(`unsaid ${kind} 10000`);
  });

  test('a message of another provider than the payment’s', async () => {
    const faults = await found(
      `update payments.provider_event set provider = 'another' where message_id is not null`,
      `update payments.provider_event set provider = 'sandbox' where message_id is not null`,
    );
    for (const kind of ['top-up', 'post', 'release', 'bounce']) expect(faults).toContain(`unsaid ${kind} 10000`);
  });

  test('a correction by a proposal that the server did not write', async () => {
    const faults = await found(
      `update staff.proposal set why = why || '!' where what = 'correction'`,
      `update staff.proposal set why = trim(trailing '!' from why) where what = 'correction'`,
    );
    expect(faults).toContain('undecided correction 500');
  });

  test('decisions that were not made by two people', async () => {
    expect(
      await found(
        `update payments.withdrawal_review set verdict = 'approve' where staff_id = (select min(staff_id::text)::uuid from payments.withdrawal_review)`,
        `update payments.withdrawal_review set verdict = 'refuse'`,
      ),
    ).toContain('undecided release 10000');
    expect(
      await found(
        `update staff.proposal set decision = 'declined' where what = 'correction'`,
        `update staff.proposal set decision = 'confirmed' where what = 'correction'`,
      ),
    ).toContain('undecided correction 500');
    expect(
      await found(
        `update payments.payment_review set verdict = 'refund'`,
        `update payments.payment_review set verdict = 'credit'`,
      ),
    ).toContain('undecided correction 9999');
  });

  test('a slip that was added after the seal', async () => {
    const faults = await found(
      `insert into lottery.slip select bucket, member_id, day, lottery_id, period, '${newId()}', '${newId()}', table_id,
         accepted_ms, total, at_risk, stakes, commitment, leaf from lottery.slip order by id limit 1`,
      `delete from lottery.slip where key not in (select key from lottery.slip_key)`,
    );
    expect(faults).toContain('not-posted stake 0 200');
  });

  test.each([1, 20])('a slip of which bet %i was raised after it was paid for', async (bet) => {
    const raise = `update lottery.slip set stakes[${bet}] = coalesce(stakes[${bet}], 0) + 1`;
    const lower = `update lottery.slip set stakes[${bet}] = nullif(stakes[${bet}] - 1, 0)`;
    expect(await found(raise, lower)).toContain('amount stake 200');
  });

  test('a balance that was raised', async () => {
    expect(
      await found(
        'update ledger.balance set available = available + 5, issue = issue - 5 where member_id = $1',
        'update ledger.balance set available = available - 5, issue = issue + 5 where member_id = $1',
        [mira.memberId],
      ),
    ).toMatch(/balance-available/);
  });
});

test('a forged draw that was paid past the process that draws is found at once', async () => {
  const { club, table } = honest;
  await club.at((table.schedule().locks + 1) * 1_000);
  const period = periodIn(club, table);
  const [a] = diceOf(club, period);
  await club.place(mira, table, [{ bet: 's18', stakeMinor: 100n }]);
  await club.at(period.locks * 1_000);
  await sealDue({ db: club.draw }, lotteryOf(club, table));
  await club.at(period.draws * 1_000);
  const signature = 'aa'.repeat(48);
  const dice: [string, string, string] = ['6', '6', '6'];
  const [entry] = await transaction(club.draw, (tx) =>
    append(tx, [{ type: 'draw', draw_id: period.drawId, round: String(period.round), signature, dice }]),
  );
  await noteTreeHead(club.draw);
  expect(a).toBeLessThanOrEqual(6);
  await club.pools.draw.query(
    `insert into draw.draw (lottery_id, period, round, signature, dice, total, entry_seq, at)
     values ($1, $2, $3, $4, '{6,6,6}', 18, $5, clock.now())`,
    [table.lotteryId, period.period, period.round, Buffer.from(signature, 'hex'), entry?.seq],
  );
  await club.pools.draw.query(`select draw.settle_chunk(0::smallint, 255::smallint, $1, $2, 'settle', $3, $4)`, [
    table.lotteryId,
    period.period,
    Buffer.from(entry?.hash ?? '', 'hex'),
    Buffer.from(table.table.hash, 'hex'),
  ]);
  const { fresh } = await foundBy(honest.deps);
  expect(fresh).toEqual(['unproven: signature payout - -']);
});

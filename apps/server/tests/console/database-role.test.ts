import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Period } from '../../src/draw/periods.ts';
import { advance, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ADA, BO, enterTwo } from '../kit/staff.ts';
import { byRole } from './by-role.ts';

let club: Club;
let table: OpenTable;
let open: Period;
let drawn: Period;
beforeAll(async () => {
  club = await openClub();
  await enterTwo(club);
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  await club.place(await club.member(), table, [{ bet: 'big', stakeMinor: 100n }]);
  drawn = periodIn(club, table);
  await club.at(drawn.locks * 1_000);
  await advance(club, table);
  await club.at(drawn.draws * 1_000);
  await advance(club, table);
  open = periodIn(club, table);
});
afterAll(() => club.close());

const { refused, allowed } = byRole(() => club);

describe('no process can write', () => {
  test('a result: not of a period that is open, nor a second one, nor in another round, nor without its entry', async () => {
    const lottery = table.lotteryId;
    const row = (period: number, round: number, dice: string, total: number, entry: string) =>
      `insert into draw.draw (lottery_id, period, round, signature, dice, total, entry_seq, at)
       values (${lottery}, ${period}, ${round}, decode(repeat('00', 48), 'hex'), '${dice}', ${total}, ${entry}, now())`;
    const entry = `(select max(seq) from book.entry where type = 'draw')`;
    await refused(row(open.period, open.round, '{6,6,6}', 18, entry));
    await refused(row(drawn.period, drawn.round, '{6,6,6}', 18, entry));
    await refused(row(drawn.period - 1, drawn.round, '{6,6,6}', 18, entry));
    await refused(row(drawn.period - 1, drawn.round - 20, '{6,6,6}', 18, '0'));
    await refused(`update draw.draw set dice = '{6,6,6}', total = 18`);
    await refused('delete from draw.draw');
    await refused('alter table draw.draw disable row level security');
  });

  test('a seal outside its step: not before the lock, not while a gate is open, not another root than the book has', async () => {
    const seal = (period: number, entry: string) =>
      `insert into draw.seal (lottery_id, period, root, slip_count, entry_seq, at)
       values (${table.lotteryId}, ${period}, decode(repeat('11', 32), 'hex'), 1, ${entry}, now())`;
    const entry = `(select max(seq) from book.entry where type = 'seal')`;
    await refused(seal(open.period, entry));
    await refused(seal(open.period + 1, entry));
    await refused(seal(drawn.period - 1, entry));
    await refused(seal(drawn.period, entry));
    await refused(`update draw.seal set root = decode(repeat('11', 32), 'hex')`);
  });

  test('that a draw is void: not while it can still be sealed, nor one that was, nor without its entry; nor that it is not', async () => {
    const late = (period: number, entry: string) =>
      `insert into draw.void (lottery_id, period, reason, entry_seq, at)
       values (${table.lotteryId}, ${period}, 'seal-late', ${entry}, now())`;
    const entry = (type: string) => `coalesce((select max(seq) from book.entry where type = '${type}'), 0)`;
    for (const { period } of [open, drawn]) {
      await refused(late(period, '0'));
      await refused(late(period, entry('void')));
      await refused(late(period, entry('draw')));
    }
    // With a valid entry.
    for (const { period, drawId } of [open, drawn]) {
      const body = JSON.stringify({ draw_id: drawId, reason: 'seal-late', table: '11'.repeat(32), type: 'void' });
      const append = `select book.append(array['${body}'])`;
      await allowed('draw', append);
      await refused(`${append}; ${late(period, '(select max(seq) from book.entry)')}`);
    }
    await refused(`insert into draw.override values (${table.lotteryId}, ${open.period}, now())`);
    await refused('delete from draw.void');
  });

  test('a slip outside the function that judges it', async () => {
    await refused('insert into lottery.slip select * from lottery.slip');
    await refused(
      `insert into lottery.slip_key (bucket, member_id, key, body_hash, slip_id, day, lottery_id, period)
       select bucket, member_id, gen_random_uuid(), body_hash, gen_random_uuid(), day, lottery_id, period from lottery.slip_key`,
    );
    await refused('update lottery.slip set stakes = stakes, total = total + 1');
    await refused('update lottery.member_exposure set at_risk = 0');
    await refused('delete from lottery.slip');
  });

  test('a posting outside the functions of the ledger, nor a balance beside them', async () => {
    const posting = `insert into ledger.transfer (bucket, member_id, day, ref, kind, debit, credit, amount, epoch, at)
      select bucket, member_id, day, gen_random_uuid(), kind, debit, credit, amount, epoch, at from ledger.transfer`;
    await refused(posting);
    await refused(posting.replace('ledger.transfer (', 'ledger.transfer_rest ('));
    await refused('update ledger.balance set available = available + 1, issue = issue - 1');
    await refused(
      'insert into ledger.balance (bucket, member_id, available, issue) values (0, gen_random_uuid(), 1, -1)',
    );
    await refused('update ledger.transfer set amount = amount + 1');
    const { bucket, memberId } = await club.member();
    for (const kind of ['stake', 'payout', 'refund', 'return']) {
      const accounts = `array['play']::ledger.account[], array['available']::ledger.account[], array[1::bigint]`;
      const args = `array[${bucket}::smallint], array['${memberId}'::uuid], array[current_date], array[gen_random_uuid()]`;
      for (const name of ['post', 'write'])
        await refused(`select ledger.${name}(${args}, array['${kind}']::ledger.kind[], ${accounts})`);
    }
    await refused('delete from ledger.transfer');
  });

  test('a member’s limit looser, at once or by a request that it dates back', async () => {
    const member = await club.member();
    const of = `${member.bucket}, '${member.memberId}'`;
    await club.owner.query(
      `insert into members.limit_set (bucket, member_id, kind, version, value, prev_value)
       values (${of}, 'stake-day', 1, 5000, 9007199254740991)`,
    );
    const looser = (columns: string, values: string) =>
      `insert into members.limit_set (bucket, member_id, kind, version, value, prev_version, prev_value, prev_set_at${columns})
       select ${of}, 'stake-day', 2, 9000, 1, 5000, set_at${values} from members.limit_set where member_id = '${member.memberId}'`;
    await refused(looser('', ''));
    await refused(looser(', set_at', `, set_at + interval '2 days'`));
    await refused(`update members.limit_set set value = 9000 where member_id = '${member.memberId}'`);
    await refused(`delete from members.limit_set where member_id = '${member.memberId}'`);
    await refused(
      `insert into members.limit_request (bucket, member_id, kind, id, value, asked_at)
       values (${of}, 'stake-day', gen_random_uuid(), 9000, now() - interval '2 days')`,
    );
    await refused(`update members.exclusion set hours = 1`);
  });

  test('a condition of withdrawing: no column has one, and the rule that stands is not edited', async () => {
    const { rows } = await club.owner.query(
      `select column_name as name from information_schema.columns
       where table_schema = 'payments' and table_name in ('withdrawal', 'rule')
         and column_name ~ 'fee|turnover|wager|task|deposit|condition|block|frozen'`,
    );
    expect(rows).toEqual([]);
    await refused('update payments.rule set withdrawal_min = withdrawal_min * 10');
    await refused('update payments.withdrawal set amount = 1');
    await refused('delete from payments.withdrawal');
    await refused('insert into payments.rule select * from payments.rule');
  });

  test('a review of a withdrawal that takes longer than a day, or for ever', async () => {
    const member = await club.member();
    const withdrawal = (due: string) =>
      `insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
         submitted_at, review_due_at)
       values (${member.bucket}, '${member.memberId}', gen_random_uuid(), clock.now()::date, 100, 'PLAY',
         gen_random_uuid(), 'none', 'in-review', clock.now(), ${due})`;
    await refused(withdrawal(`clock.now() + interval '25 hours'`));
    await refused(withdrawal('null'));
    await refused(withdrawal(`clock.now() + interval '24 hours'`));
    // Not even the owner.
    const byOwner = club.owner.query(withdrawal(`clock.now() + interval '25 hours'`));
    await expect(byOwner).rejects.toThrow('withdrawal_review_ends');
    await expect(club.owner.query(withdrawal('null'))).rejects.toThrow('withdrawal_review_is_due');
  });

  test('an order of an authority that nobody proposed or confirmed, that never ends, or that was lifted', async () => {
    const member = await club.member();
    const order = (columns: string, values: string, until = '30 days', by = ADA) =>
      `insert into payments.legal_hold (bucket, member_id, id, authority, reference, proposed_by, expires_at${columns})
       values (${member.bucket}, '${member.memberId}', gen_random_uuid(), 'Court', '1', '${by}',
         clock.now() + interval '${until}'${values})`;
    await refused(order(', confirmed_by, from_at', `, '${BO}', clock.now()`));
    await refused(order(', proposed_at', `, clock.now() + interval '1 year'`, '366 days'));
    await refused(order('', '', '91 days'));
    await refused(order('', '', '30 days', member.memberId));
    await allowed('api', order('', ''));
    await club.owner.query(order('', ''));
    await refused(`update payments.legal_hold set confirmed_by = '${member.memberId}', from_at = clock.now()`);
    await refused(`update payments.legal_hold set expires_at = expires_at + interval '1 year'`);
    await club.owner.query('update payments.legal_hold set lifted_at = clock.now()');
    const { rowCount } = await club.pool.query('update payments.legal_hold set lifted_at = null');
    expect(rowCount).toBe(0);
  });

  test('what staff decided, a second time', async () => {
    await refused('delete from staff.proposal');
    await refused(`update staff.proposal set body = '{}'`);
    await refused('delete from audit.entry');
    await refused(`update audit.entry set body = '{}'`);
  });
});

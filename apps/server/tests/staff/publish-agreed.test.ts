import { fairMultiplier, SUM_BETS } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAY_RULE } from '../../../../dev/play-house/house-plan.ts';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { carryOut } from '../../src/decisions/carry-out.ts';
import type { ProposedOdds } from '../../src/draw/tables/proposed-table.ts';
import { answerRule } from '../../src/http/console/proposals/rule-shapes.ts';
import { readRule } from '../../src/payments/rules/rule.ts';
import { instruct, type OpenInstruction, untilEnded } from '../../src/staff/instructions.ts';
import { outcomesOf } from '../../src/staff/proposal-outcomes.ts';
import { readProposal } from '../../src/staff/proposals.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { type CarryOut, carryOutOf, orderPublishing } from '../kit/decisions.ts';
import { proposedOddsOf } from '../kit/lotteries.ts';
import { macs } from '../kit/macs.ts';
import { addStaff } from '../kit/staff.ts';

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
afterAll(() => club.close());

const run = (deps: Partial<CarryOut> = {}) => carryOut({ ...carryOutOf(club), ...deps });
const endOf = (ordered: OpenInstruction) => untilEnded(club.db, ordered, 0);
const later = () => club.at(club.clock.nowMs() + 120_000);

function odds(returned: number): ProposedOdds {
  const multipliers = Object.fromEntries(SUM_BETS.map((bet) => [bet, fairMultiplier(bet, returned, 100)]));
  return { ...proposedOddsOf(table.table.entry), multipliers: multipliers as ProposedOdds['multipliers'] };
}

async function rule(withdrawalsPerDay: number) {
  const { version: _version, fromMs: _fromMs, ...body } = answerRule(await readRule(club.db));
  return { ...body, withdrawalsPerDay };
}

async function inBook(type: 'table' | 'rule'): Promise<number> {
  const { rows } = await club.owner.query('select count(*)::integer as n from book.entry where type = $1', [type]);
  return rows[0].n;
}

async function isMarked(): Promise<boolean> {
  const { rows } = await club.owner.query(
    'select (select max(size) from book.tree_head) > (select max(seq) from book.entry) as marked',
  );
  return rows[0].marked;
}

describe('with the password of api, nobody publishes', () => {
  /** Inserts a proposal of two existing staff and an instruction by the second, all with invented MACs. */
  async function forge(what: 'table' | 'money-rule', subject: string, body: unknown) {
    const [owner, finance] = [await addStaff(club, 'owner'), await addStaff(club, 'finance')];
    const id = newId();
    const row = { id, what, subject, body, why: 'so', proposed_by: owner.id, mac: 'made up' };
    await club.pool.query('select staff.propose($1::jsonb)', [
      JSON.stringify({ ...row, proposed_at: new Date(club.clock.nowMs()) }),
    ]);
    await club.pool.query(`select staff.decide($1, 'confirmed', $2, clock.now(), 'so', 'made up')`, [id, finance.id]);
    return { id, finance };
  }

  test.each(['table', 'money-rule'] as const)('a %s that two invented words agree on', async (what) => {
    const before = [await inBook('table'), await inBook('rule')];
    const body = what === 'table' ? odds(97) : await rule(9);
    const { id, finance } = await forge(what, what === 'table' ? 'dice-60' : 'house', body);
    const forged = newId();
    await club.pool.query(
      'insert into staff.instruction (id, what, subject, body, staff_id, mac) values ($1, $2, $3, $4, $5, $6)',
      [forged, what, id, '{}', finance.id, 'made up'],
    );
    expect(await run()).toBe(1);
    expect(await endOf({ id: forged } as OpenInstruction)).toMatchObject({ refusal: { code: 'not-found' } });
    // Nor does a copy of a genuine instruction under another id.
    const order = { what, subject: id, body: {}, staffId: finance.id };
    const real = await transaction(club.api, (tx) => instruct(tx, macs, order));
    expect(await run()).toBe(1);
    expect(await endOf(real)).toMatchObject({ state: 'refused', refusal: { code: 'not-found' } });
    expect([await inBook('table'), await inBook('rule')]).toEqual(before);
    expect((await readRule(club.db)).withdrawalsPerDay).toBe(PLAY_RULE.withdrawalsPerDay);
  });

  test.each(['table', 'money-rule'] as const)('a real %s as the other kind', async (what) => {
    const before = [await inBook('table'), await inBook('rule')];
    const body = what === 'table' ? odds(97) : await rule(9);
    const { id, ordered } = await orderPublishing(club, what, what === 'table' ? 'dice-60' : 'house', body);
    await club.owner.query('update staff.instruction set done_at = clock.now() where id = $1', [ordered.id]);
    const other = what === 'table' ? 'money-rule' : 'table';
    const order = { what: other, subject: id, body: {}, staffId: ordered.staffId } as const;
    const turned = await transaction(club.api, (tx) => instruct(tx, macs, order));
    expect(await run()).toBe(1);
    expect(await endOf(turned)).toMatchObject({ refusal: { code: 'not-found' } });
    expect([await inBook('table'), await inBook('rule')]).toEqual(before);
  });
});

describe('what two people agreed on', () => {
  test('is published once, with a checkpoint, also where the process died after it wrote the entry', async () => {
    await later();
    const before = await inBook('table');
    const { ordered } = await orderPublishing(club, 'table', 'dice-60', odds(95));
    expect(await run()).toBe(1);
    expect([await endOf(ordered), await inBook('table'), await isMarked()]).toEqual([
      { state: 'done', refusal: null },
      before + 1,
      true,
    ]);
    await club.owner.query('update staff.instruction set done_at = null where id = $1', [ordered.id]);
    await club.owner.query('delete from book.tree_head where size > (select max(seq) from book.entry)');
    expect(await run()).toBe(1);
    expect([await endOf(ordered), await inBook('table'), await isMarked()]).toEqual([
      { state: 'done', refusal: null },
      before + 1,
      true,
    ]);
  });

  test('is published by one of two processes', async () => {
    const before = await inBook('rule');
    const { ordered } = await orderPublishing(club, 'money-rule', 'house', await rule(4));
    await Promise.all([run(), run()]);
    expect([(await endOf(ordered)).state, await inBook('rule')]).toEqual(['done', before + 1]);
    expect((await readRule(club.db)).withdrawalsPerDay).toBe(4);
  });

  test('ends as refused, for good, where the next period was taken meanwhile', async () => {
    await later();
    const first = await orderPublishing(club, 'table', 'dice-60', odds(94));
    const second = await orderPublishing(club, 'table', 'dice-60', odds(96));
    const before = await inBook('table');
    expect(await run()).toBe(2);
    expect((await endOf(first.ordered)).state).toBe('done');
    const refusal = { code: 'table-bad', params: { fault: 'next-period-taken' } };
    expect(await endOf(second.ordered)).toEqual({ state: 'refused', refusal });
    expect([await inBook('table'), await run()]).toEqual([before + 1, 0]);
    const proposals = await Promise.all([first.id, second.id].map((id) => readProposal(club.db, macs, id)));
    const outcomes = await outcomesOf(club.api, macs, proposals);
    expect(outcomes.get(first.id)).toMatchObject({ state: 'done' });
    expect(outcomes.get(second.id)).toEqual({ state: 'refused', refusal });
  });

  test('waits while the book is behind what was published, and nothing else waits with it', async () => {
    await later();
    const before = await inBook('table');
    const { ordered } = await orderPublishing(club, 'table', 'dice-60', odds(97));
    const missing = { what: 'correction', subject: newId(), body: {}, staffId: ordered.staffId } as const;
    const other = await transaction(club.api, (tx) => instruct(tx, macs, missing));
    const guard = { refuse: () => Promise.reject(new Error('the book is behind')) };
    await expect(run({ guard })).rejects.toThrow('1 decisions are not carried out yet');
    expect([(await endOf(ordered)).state, (await endOf(other)).state]).toEqual(['pending', 'refused']);
    expect(await inBook('table')).toBe(before);
    expect(await run()).toBe(1);
    expect(await inBook('table')).toBe(before + 1);
  });
});

import { createHash } from 'node:crypto';
import { canonicalJson } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Period } from '../../src/draw/periods.ts';
import { answerRule } from '../../src/http/console/proposals/rule-shapes.ts';
import { publishedRule, type Rule, readRule } from '../../src/payments/rules/rule.ts';
import { periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { orderPublishing } from '../kit/decisions.ts';
import { proposedOddsOf } from '../kit/lotteries.ts';
import { addStaff, agreed } from '../kit/staff.ts';
import { byRole } from './by-role.ts';

// Publishing odds tables and money rules with plain SQL as each process. Only the jobs can, and only a proposal that
// two people agreed on.

let club: Club;
let table: OpenTable;
let open: Period;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  open = periodIn(club, table);
});
afterAll(() => club.close());

const bigintText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

const { tried, refused, allowed } = byRole(() => club);

describe('no process can write', () => {
  test('a table of odds: not for a period that has opened, nor another than its entry in the book', async () => {
    const changed = (columns: string) =>
      `insert into lottery.odds_table select (jsonb_populate_record(t, '${columns}')).* from lottery.odds_table t`;
    for (const first of [open.period, open.period + 1, open.period + 100]) {
      await refused(changed(JSON.stringify({ id: 99, first_period: first, hash: '\\x01' })));
      await refused(
        changed(JSON.stringify({ id: 99, first_period: first, hash: '\\x01', multipliers: Array(20).fill(99_999) })),
      );
    }
    await refused('update lottery.odds_table set multipliers = multipliers');
    await refused('delete from lottery.odds_table');
    const { rows } = await club.owner.query(
      `select t.*, e.body from lottery.odds_table t join book.entry e on e.seq = t.entry_seq where t.lottery_id = $1`,
      [table.lotteryId],
    );
    const { body, ...row } = rows[0];
    const { id: proposal } = await orderPublishing(club, 'table', 'dice-60', proposedOddsOf(JSON.parse(body)));
    const publish = (entry: object, columns: object, by: string | null = proposal) => {
      const parsed = { ...JSON.parse(body), first_period: String(open.period + 1), ...entry };
      const given = { ...row, first_period: open.period + 1, chain_hash: hex(row.chain_hash), ...columns };
      const id = by === null ? 'null' : `'${by}'`;
      return `select lottery.publish_table('${canonicalJson(parsed)}', '${JSON.stringify(given, bigintText)}', ${id})`;
    };
    await allowed('jobs', publish({}, {}));
    expect(await tried('api', publish({}, {}))).toMatchObject({ state: '42501' });
    const next = publish({ first_period: String(open.period + 2) }, { first_period: open.period + 2 });
    await allowed('jobs', next);
    expect(await tried('jobs', `${publish({}, {})}; ${next}`), 'a proposal twice').toMatchObject({ state: '23505' });
    // Without a proposal, with one about other odds or another lottery, and with one that was not ordered.
    const other = proposedOddsOf({ ...JSON.parse(body), stake_min: String(row.stake_min + 1n) });
    await refused(publish({}, {}, null));
    await refused(publish({}, {}, (await orderPublishing(club, 'table', 'dice-60', other)).id));
    await refused(
      publish({}, {}, (await orderPublishing(club, 'table', 'dice-61', proposedOddsOf(JSON.parse(body)))).id),
    );
    const [owner, finance] = [await addStaff(club, 'owner'), await addStaff(club, 'finance')];
    const same = { what: 'table', subject: 'dice-60', body: proposedOddsOf(JSON.parse(body)) } as const;
    await refused(publish({}, {}, await agreed(club, same, [owner.id, finance.id])));
    // Another key, other witnesses or another origin than the previous table, or a distant first period.
    const policy = { witnesses: ['w+0123456789abcdef'], quorum: '1' };
    const policyRow = createHash('sha256').update(canonicalJson(policy)).digest();
    await club.owner.query(`insert into book.policy (id, quorum, witnesses) values ($1, 1, $2)`, [
      policyRow,
      policy.witnesses,
    ]);
    for (const changed of [
      { public_key: 'aa' },
      { receipt_key: 'aa' },
      { origin: 'else' },
      { build: 'x' },
      { more: '1' },
    ])
      await refused(publish(changed, {}));
    await refused(publish(policy, { policy: hex(policyRow) }));
    await refused(publish({}, { policy: hex(policyRow) }));
    await refused(publish({ first_period: String(open.period + 9) }, { first_period: open.period + 9 }));
    // Entries that readers reject: with spaces, or with keys in another order.
    const odd = canonicalJson({ ...JSON.parse(body), first_period: String(open.period + 1) });
    const given = JSON.stringify(
      { ...row, first_period: open.period + 1, chain_hash: hex(row.chain_hash) },
      bigintText,
    );
    for (const text of [` ${odd}`, odd.replace(':', ': '), `${odd.slice(0, -1)},"a":"1"}`])
      await refused(`select lottery.publish_table('${text}', '${given}', '${proposal}')`);
    // Above 98 %, even if the book agrees; different from the book; from a period that is already open.
    const { s3, ...others } = JSON.parse(body).multipliers;
    const richer = [...row.multipliers.slice(0, 4), Number(s3) * 2, ...row.multipliers.slice(5)];
    await refused(publish({ multipliers: { ...others, s3: String(Number(s3) * 2) } }, { multipliers: richer }));
    await refused(
      publish({ multipliers: { ...others, s3: '1' } }, { multipliers: [...richer.slice(0, 4), 1, ...richer.slice(5)] }),
    );
    await refused(publish({}, { multipliers: richer }));
    for (const column of ['stake_min', 'stake_max', 'slip_max', 'member_cap', 'period_cap', 'min_balance'])
      await refused(publish({}, { [column]: String(BigInt(row[column]) + 1n) }));
    await refused(publish({ first_period: String(open.period) }, { first_period: open.period }));
    await refused(publish({}, { first_period: open.period + 2 }));
    // The owner needs no proposal, but cannot publish a policy that the entry does not name.
    await expect(club.owner.query(publish({}, { policy: hex(policyRow) }, null))).rejects.toThrow('cannot rule');
  });

  test('a rule that is tighter, before it stood in the book for seven days, nor one that keeps a whole balance', async () => {
    const before = await readRule(club.db);
    const nowMs = club.clock.nowMs();
    const HOUR_MS = 3_600_000;
    const publish = async (hours: number, plan: Partial<Rule>, stated: Partial<Rule> = {}) => {
      const rule = { ...before, fromMs: nowMs + hours * HOUR_MS, ...plan };
      const { columns, body } = publishedRule(rule, { ...rule, ...stated });
      const { version: _version, fromMs: _fromMs, ...proposed } = answerRule({ ...rule, version: 1 });
      const { id } = await orderPublishing(club, 'money-rule', 'house', proposed);
      return `select payments.publish_rule('${columns}', '${body}', '${id}')`;
    };
    await refused(await publish(0, { withdrawalMin: before.withdrawalMin + 1n, topUpMin: before.topUpMin + 1n }));
    await refused(await publish(6 * 24, { withdrawalsPerDay: 1 }));
    await refused(await publish(-24 * 365, {}));
    await refused(await publish(8 * 24, { withdrawalMin: 2_000_000n, topUpMin: 2_000_000n }));
    // Different from the book in content or start.
    await refused(await publish(0, {}, { withdrawalsPerDay: before.withdrawalsPerDay + 1 }));
    await refused(await publish(0, {}, { fromMs: nowMs + HOUR_MS }));
    await allowed('jobs', await publish(0, {}));
    await allowed('jobs', await publish(7 * 24, { withdrawalsPerDay: 1 }));
    const looser = await publish(0, { withdrawalsPerDay: before.withdrawalsPerDay + 1 });
    expect(await tried('api', looser)).toMatchObject({ state: '42501' });
    expect(await tried('jobs', `${looser}; ${looser}`), 'a proposal twice').toMatchObject({ state: '23505' });
    // Without a proposal, with one about another rule, and further ahead than a tighter rule must wait.
    await refused(looser.replace(/'[0-9a-f-]{36}'\)$/, 'null)'));
    await refused(
      looser.replace(/'[0-9a-f-]{36}'\)$/, ((await publish(0, {})).match(/'[0-9a-f-]{36}'\)$/) ?? [])[0] ?? ''),
    );
    await refused(await publish(8 * 24, { withdrawalsPerDay: 1 }));
  });

  test('two rules of one version: the database counts it, whatever the row says', async () => {
    const before = await readRule(club.db);
    const { columns, body } = publishedRule({ ...before, fromMs: club.clock.nowMs() });
    const parsed = JSON.stringify({ ...JSON.parse(columns), version: before.version });
    const { rows } = await club.owner.query(`select payments.publish_rule('${parsed}', '${body}', null) as version`);
    expect(rows).toEqual([{ version: before.version + 1 }]);
  });
});

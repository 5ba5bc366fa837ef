import { decodeEntryAs } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishRule, VERIFIER_PAGE_RULE } from '../../src/book/publish-rule.ts';
import { RESTORED, restoredValues, restoresOf } from '../../src/book/restore-rule.ts';
import { type Club, openClub } from '../kit/club.ts';

const [ONE, TWO] = ['ab'.repeat(32), 'cd'.repeat(32)];

let club: Club;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 16 });
});
afterAll(() => club.close());

async function rules() {
  const { rows } = await club.pool.query("select body from book.entry where type = 'rule' order by seq");
  return rows.map(({ body }) => decodeEntryAs('rule', body));
}

describe('a rule', () => {
  test('is written once, however many say it at once', async () => {
    await club.at(1_800_000_000_500);
    const rule = { what: VERIFIER_PAGE_RULE, value: ONE };
    const written = await Promise.all(Array.from({ length: 12 }, () => publishRule(club.db, rule)));
    expect(written.filter(Boolean).length).toBe(1);
    expect(await rules()).toEqual([{ type: 'rule', ...rule, from: '1800000000' }]);
  });

  test('is written again when it changes, and when it changes back', async () => {
    const say = (value: string, what = VERIFIER_PAGE_RULE) => publishRule(club.db, { what, value });
    expect([await say(TWO), await say(TWO), await say(ONE), await say(ONE)]).toEqual([true, false, true, false]);
    expect((await rules()).map(({ value }) => value)).toEqual([ONE, TWO, ONE]);
  });

  test('does not stand in the way of another one', async () => {
    expect(await publishRule(club.db, { what: 'house/opening', value: ONE })).toBe(true);
    expect(await publishRule(club.db, { what: VERIFIER_PAGE_RULE, value: ONE })).toBe(false);
  });

  test('that names a restore is found among the others', async () => {
    expect(await restoresOf(club.db)).toEqual([]);
    const [value = ''] = restoredValues({ from: 3, to: 9, acts: 57n, lost: [] });
    await publishRule(club.db, { what: RESTORED, value });
    expect(await restoresOf(club.db)).toEqual([{ seq: expect.any(BigInt), acts: 57n }]);
  });

  test('that is none is refused, and nothing is written', async () => {
    const before = (await rules()).length;
    await expect(publishRule(club.db, { what: 'Bad', value: ONE })).rejects.toThrow(TypeError);
    await expect(publishRule(club.db, { what: 'good', value: 'line\nbreak' })).rejects.toThrow(TypeError);
    expect((await rules()).length).toBe(before);
  });
});

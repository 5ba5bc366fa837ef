import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { append } from '../../src/book/book.ts';
import { createEntryCount } from '../../src/book/entry-count.ts';
import { newId } from '../../src/db/ids.ts';
import { createRowCounter } from '../../src/db/row-counter.ts';
import { transaction } from '../../src/db/transaction.ts';
import { HOUR_MS } from '../../src/durations.ts';
import { createMemberCount } from '../../src/members/account/member-count.ts';
import { searchMembers } from '../../src/members/account/search.ts';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

/** Number of entries on all pages. */
async function listed(): Promise<number> {
  let n = 0;
  let cursor: string | undefined;
  do {
    const page = await searchMembers(club.db, { limit: 3, ...(cursor === undefined ? {} : { cursor }) });
    n += page.items.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return n;
}

describe('how many members there are is counted on, and is what is listed', () => {
  test('as they join, within the hour and later, and when the clock is set back', async () => {
    const count = createMemberCount();
    const start = club.clock.nowMs();
    for (const hours of [0, 0.5, 3, 3.9, 5, 1, 0.2, 9]) {
      await club.clock.set(start + hours * HOUR_MS);
      await club.members(2);
      expect(await count(club.db)).toBe(await listed());
    }
    expect(await count(club.db)).toBe(16);
    await club.clock.set(start);
  });

  test('when a person is erased', async () => {
    const count = createMemberCount();
    const member = await club.member();
    const before = await count(club.db);
    await club.owner.query("insert into members.erasure values ($1, $2, 'person', clock.now(), 'gone')", [
      member.bucket,
      member.memberId,
    ]);
    await club.owner.query('delete from members.user_name_claim where member_id = $1', [member.memberId]);
    expect(await count(club.db)).toBe(before - 1);
    expect(await listed()).toBe(before - 1);
  });

  test('asked by several at once', async () => {
    const count = createMemberCount();
    await club.clock.forward(2 * HOUR_MS);
    const found = await Promise.all(Array.from({ length: 5 }, () => count(club.db)));
    expect(new Set([...found, await count(club.db), await listed()]).size).toBe(1);
  });
});

test('how many entries the book has is counted on, of each type and of all', async () => {
  const count = createEntryCount();
  let period = 0;
  const add = (reason: 'seal-late' | 'beacon-missing', n: number) =>
    transaction(club.draw, (tx) =>
      append(
        tx,
        Array.from({ length: n }, () => ({
          type: 'void' as const,
          draw_id: `dice-30/${period++}`,
          reason,
          table: '11'.repeat(32),
        })),
      ),
    );
  const all = async () => [await count(club.db, ['void']), await count(club.db, ['seal']), await count(club.db)];
  expect(await all()).toEqual([0, 0, 0]);
  await add('seal-late', 3);
  expect(await all()).toEqual([3, 0, 3]);
  await add('beacon-missing', 2);
  const at = await Promise.all([all(), all(), all()]);
  expect(at).toEqual(at.map(() => [5, 0, 5]));
  expect(await count(club.db, ['seal', 'void'])).toBe(5);
});

test('a total sees what is new at once, and what was removed after ten minutes', async () => {
  const total = createRowCounter('members.limit_prompt', 'at');
  const member = await club.member();
  const put = (memberId: string) =>
    club.owner.query('insert into members.limit_prompt (bucket, member_id) values ($1, $2)', [member.bucket, memberId]);
  await put(member.memberId);
  await club.clock.forward(2 * HOUR_MS);
  expect(await total(club.db)).toBe(1);
  await put(newId());
  expect(await total(club.db)).toBe(2);
  await club.owner.query('delete from members.limit_prompt where member_id = $1', [member.memberId]);
  await club.clock.forward(660_000);
  expect(await total(club.db)).toBe(1);
});

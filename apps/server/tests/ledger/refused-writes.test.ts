import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { type Club, openClub } from '../kit/club.ts';
import { balanceOf, DAY } from '../kit/money.ts';

// The writing functions themselves, which every posting function calls. None of the server's roles may call them.

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

const nobody = (): Account => ({ bucket: 7, memberId: newId() });

async function written(refs: readonly string[]): Promise<number> {
  const { rows } = await club.owner.query('select count(*)::integer as n from ledger.transfer where ref = any ($1)', [
    refs,
  ]);
  return rows[0].n;
}

test('nothing is posted for somebody without a balance, nor for the others of the same call', async () => {
  const [member, ghost] = [await club.member({ credits: 10n }), nobody()];
  const refs = [newId(), newId()];
  const posting = club.owner.query(
    `select ledger.write($1, $2, array[$3, $3]::date[], $4, '{grant,grant}', '{issue,issue}', '{available,available}',
       '{5,5}')`,
    [[member.bucket, ghost.bucket], [member.memberId, ghost.memberId], DAY, refs],
  );
  await expect(posting).rejects.toMatchObject({ code: 'TC001' });
  expect(await written(refs)).toBe(0);
  expect(await balanceOf(club.db, member)).toMatchObject({ available: 10n });
});

test('nothing is paid back to somebody without a balance, nor to the others of the same call', async () => {
  const [member, ghost] = [await club.member({ credits: 10n }), nobody()];
  const refs = [newId(), newId()];
  const paying = club.owner.query(`select ledger.pay_back($1, $2, $3, $4, 'payout', '{5,5}')`, [
    ...[[member.bucket, ghost.bucket], [member.memberId, ghost.memberId], DAY, refs],
  ]);
  await expect(paying).rejects.toMatchObject({ code: 'TC001' });
  expect(await written(refs)).toBe(0);
});

test.each([
  ['somebody without a balance', (member: Account) => [member, nobody()]],
  ['a member twice, whose balance would pay for one slip alone', (member: Account) => [member, member]],
])('no stake is written for %s', async (_what, accountsOf) => {
  const member = await club.member({ credits: 10n });
  const accounts = accountsOf(member);
  const refs = accounts.map(() => newId());
  const staking = club.owner.query(`select ledger.write_stakes($1, $2, $3, $4, '{5,5}')`, [
    ...[accounts.map(({ bucket }) => bucket), accounts.map(({ memberId }) => memberId), DAY, refs],
  ]);
  await expect(staking).rejects.toMatchObject({ code: 'TC001' });
  expect(await written(refs)).toBe(0);
  expect(await balanceOf(club.db, member)).toMatchObject({ available: 10n, play: 0n });
});

test('partitions are made for days within reach alone', async () => {
  const make = (back: number, ahead: number) =>
    club.owner.query('select ledger.extend_partitions($1, $2)', [back, ahead]);
  for (const [back, ahead] of [
    [-1, 0],
    [4_001, 0],
    [0, -1],
    [0, 401],
  ] as const)
    await expect(make(back, ahead), `${back}, ${ahead}`).rejects.toMatchObject({ code: 'TC001' });
  await make(0, 0);
});

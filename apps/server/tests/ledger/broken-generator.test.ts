import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { writeLiabilities } from '../../src/ledger/liabilities/write.ts';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

test('a random generator that repeats itself publishes no liabilities, since equal nonces show who has what', async () => {
  const all = ['a', 'b'].map((userName) => ({ bucket: 0, memberId: newId(), userName, owedMinor: 5n }));
  const date = '2031-01-01';
  const repeated = transaction(club.jobs, (tx) => writeLiabilities(tx, date, all, (bytes) => bytes.fill(7)));
  await expect(repeated).rejects.toThrow('a nonce stands twice');
  const random = await transaction(club.jobs, (tx) => writeLiabilities(tx, date, all));
  expect(random).toMatchObject({ totalMinor: 10n, members: 2 });
});

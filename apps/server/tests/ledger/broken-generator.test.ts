import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { writeLiabilities } from '../../src/ledger/liabilities/write.ts';
import { type Club, openClub } from '../kit/club.ts';

const generator = vi.hoisted(() => ({ isBroken: false }));
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  const randomFillSync = <T extends NodeJS.ArrayBufferView>(bytes: T): T => {
    real.randomFillSync(bytes);
    if (generator.isBroken) Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).fill(7);
    return bytes;
  };
  return { ...real, default: { ...real, randomFillSync }, randomFillSync };
});

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

test('a random generator that repeats itself publishes no liabilities, since equal nonces show who has what', async () => {
  const all = ['a', 'b'].map((userName) => ({ bucket: 0, memberId: newId(), userName, owedMinor: 5n }));
  const write = () => transaction(club.jobs, (tx) => writeLiabilities(tx, '2031-01-01', all));
  generator.isBroken = true;
  await expect(write()).rejects.toThrow('a nonce stands twice');
  generator.isBroken = false;
  expect(await write()).toMatchObject({ totalMinor: 10n, members: 2 });
});

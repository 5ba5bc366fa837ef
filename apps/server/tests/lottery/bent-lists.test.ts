import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { type SlipCall, slipCall } from '../kit/slip-call.ts';

// A thief with the password of `api` calls `lottery.place_slips` directly. PostgreSQL reads a list by position in one
// place and in order in another, so lists that do not start at 1 could name one stake to the ledger and another to the
// draw.

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
afterAll(async () => {
  expect(await reconcile(club.jobs)).toEqual([]);
  await club.close();
});

/** The honest call for a batch of slips, which is not sent. */
async function honestCall(members: number): Promise<SlipCall> {
  return slipCall(club, table, await Promise.all(Array.from({ length: members }, () => club.member())));
}

// The binary format of an array: number of dimensions, a flag, the type, then length and first index of each dimension.
const LENGTH_AT = 12;
const FIRST_AT = 16;

const BENDS: Readonly<Record<string, (list: Buffer) => Buffer | null>> = {
  'from 0': (list) => withInt(list, FIRST_AT, 0),
  'from 2': (list) => withInt(list, FIRST_AT, 2),
  'from -19': (list) => withInt(list, FIRST_AT, -19),
  'of lists'(list) {
    const outer = withInt(list.subarray(0, LENGTH_AT), 0, 2);
    return Buffer.concat([outer, Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]), list.subarray(LENGTH_AT)]);
  },
  'one longer'(list) {
    const longer = withInt(list, LENGTH_AT, list.readInt32BE(LENGTH_AT) + 1);
    // An element of length -1 is null.
    return Buffer.concat([withInt(longer, 4, 1), Buffer.from([255, 255, 255, 255])]);
  },
  empty: (list) => withInt(list.subarray(0, LENGTH_AT), 0, 0),
  missing: () => null,
};

function withInt(list: Buffer, at: number, value: number): Buffer {
  const bent = Buffer.from(list);
  bent.writeInt32BE(value, at);
  return bent;
}

const isList = (value: unknown): value is Buffer =>
  Buffer.isBuffer(value) && value.length > FIRST_AT && value.readInt32BE(0) === 1 && value.readInt32BE(FIRST_AT) === 1;

/** Not prepared, since a list of another shape is another statement. */
function send(query: SlipCall): Promise<unknown> {
  return club.pool.query({ ...query, name: undefined } as never) as unknown as Promise<unknown>;
}

async function rows(): Promise<unknown> {
  const { rows: found } = await club.owner.query(
    'select (select count(*) from lottery.slip), (select count(*) from ledger.transfer), (select sum(at_risk) from lottery.gate)',
  );
  return found;
}

describe('a list of slips that is bent', () => {
  test.each([1, 2])('is refused in a batch of %s, and nothing is written', async (members) => {
    const honest = await honestCall(members);
    const lists = honest.values.flatMap((value, place) => (isList(value) ? [place] : []));
    expect(lists).toHaveLength(12);
    const before = await rows();
    for (const place of lists) {
      for (const [name, bend] of Object.entries(BENDS)) {
        const values = honest.values.with(place, bend(honest.values[place] as Buffer));
        const outcome = await send({ ...honest, values }).then(
          () => 'written',
          (error: { code?: string }) => error.code ?? String(error),
        );
        expect([place, name, outcome]).toEqual([place, name, 'TC001']);
      }
    }
    expect(await rows()).toEqual(before);
    await send(honest);
    expect(await rows()).not.toEqual(before);
  });
});

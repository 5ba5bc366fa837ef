import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bigintArray, byteaArray, integerArray, smallintArray, uuidArray } from '../../src/db/binary-array.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { createTestDatabase } from '../setup/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool({ url: database.ownerUrl, connectionsMax: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The elements that the database decodes, as text. */
async function readBack(type: string, array: Buffer): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ text: string | null }>(
    `select value::text as text from unnest($1::${type}[]) with ordinality q (value, k) order by k`,
    [array],
  );
  return rows.map(({ text }) => text);
}

const runs = { numRuns: 25 };

test('the database reads what was written, of every type', async () => {
  const small = fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 });
  const int = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const big = fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
  const bytes = fc.uint8Array({ maxLength: 40 }).map((value) => Buffer.from(value));
  await fc.assert(
    fc.asyncProperty(
      fc.record({ small: list(small), int: list(int), big: list(big), uuid: list(fc.uuid()), bytes: list(bytes) }),
      async (wanted) => {
        expect(await readBack('smallint', smallintArray(wanted.small))).toEqual(wanted.small.map(String));
        expect(await readBack('integer', integerArray(wanted.int))).toEqual(wanted.int.map(String));
        expect(await readBack('bigint', bigintArray(wanted.big))).toEqual(
          wanted.big.map((value) => (value === null ? null : String(value))),
        );
        expect(await readBack('uuid', uuidArray(wanted.uuid))).toEqual(wanted.uuid);
        expect(await readBack('bytea', byteaArray(wanted.bytes))).toEqual(
          wanted.bytes.map((value) => `\\x${value.toString('hex')}`),
        );
      },
    ),
    runs,
  );
});

test('what is no UUID is not sent as another one', () => {
  for (const text of ['', '0', 'x'.repeat(32), `${'0'.repeat(31)}g`])
    expect(() => uuidArray([text])).toThrow(TypeError);
});

function list<T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(of, { maxLength: 30 });
}

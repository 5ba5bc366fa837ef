import pg from 'pg';
import { expect, test } from 'vitest';
import { withDatabase } from '../../generate/fresh-database.ts';
import { applyEdit, editsOf } from './edits.ts';
import { isAboutMoney, readFunctions, type SqlFunction } from './functions.ts';

/** Compiling all changes would take a quarter of a minute. */
const EVERY = 7;

/** Number of compiling changes in a sample, and the sample's size. Restores the function afterwards. */
async function compile(client: pg.Client, own: SqlFunction): Promise<[compiled: number, tried: number]> {
  const { definition, bodyStart, bodyEnd, language } = own;
  const edits = editsOf(definition.slice(bodyStart, bodyEnd), language).filter((_, index) => index % EVERY === 0);
  let compiled = 0;
  for (const edit of edits) {
    const changed = applyEdit(definition, { ...edit, start: edit.start + bodyStart, end: edit.end + bodyStart });
    try {
      await client.query(changed);
      compiled += 1;
    } catch {
      // It does not compile.
    }
  }
  await client.query(definition);
  return [compiled, edits.length];
}

test('the functions that move money are found, and most of their changes compile', { timeout: 60_000 }, async () => {
  await withDatabase(async ({ ownerUrl }) => {
    const functions = (await readFunctions(ownerUrl)).filter(isAboutMoney);
    const names = functions.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ledger.write', 'lottery.place_slips', 'draw.settle_chunk']));
    expect(names).not.toContain('members.count_attempt');
    expect(new Set(names).size).toBe(names.length);

    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    try {
      for (const own of functions) {
        const [compiled, tried] = await compile(client, own);
        expect(compiled, `${own.name}: ${compiled} of ${tried}`).toBeGreaterThanOrEqual(tried / 2);
      }
    } finally {
      await client.end();
    }
    expect((await readFunctions(ownerUrl)).filter(isAboutMoney)).toEqual(functions);
  });
});

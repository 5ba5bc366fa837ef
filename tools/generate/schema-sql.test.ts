import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { withDatabase } from './fresh-database.ts';
import { schemaSql } from './schema-sql.ts';

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

function beside(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

describe('the dump of the schema', () => {
  it('rebuilds the same schema, and refuses unknown objects', async () => {
    await withDatabase(async ({ ownerUrl }) => {
      const dump = await schemaSql(ownerUrl);
      expect(dump).not.toMatch(/_\d{8}\b/);

      await run(ownerUrl, 'create database again');
      const again = beside(ownerUrl, 'again');
      await run(again, dump);
      expect(await schemaSql(again)).toBe(dump);

      await run(again, 'alter table book.entry alter column draw_id set not null');
      expect(await schemaSql(again)).not.toBe(dump);
      await run(again, 'create sequence ledger.gapless');
      await expect(schemaSql(again)).rejects.toThrow('does not support: sequence ledger.gapless');
    });
  });
});

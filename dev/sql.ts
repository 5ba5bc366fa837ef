import { join } from 'node:path';
import pg from 'pg';
import { StartFailure } from './failure.ts';
import { startPostgres } from './postgres/postgres.ts';

// node dev/sql.ts "select 1": runs SQL on the data folder's database as its owner. Starts the database if it is not
// running.

const query = process.argv[2];
if (!query) {
  console.error('Usage: node dev/sql.ts "select …"');
  process.exit(1);
}

try {
  await ask(query);
} catch (error) {
  if (!(error instanceof StartFailure) && !(error instanceof pg.DatabaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function ask(text: string): Promise<void> {
  const { DATABASE_URL, TERCET_DATA } = process.env;
  const dataDir = TERCET_DATA || join(import.meta.dirname, '../.data');
  const postgres = DATABASE_URL ? null : await startPostgres({ dataDir });
  const client = new pg.Client({ connectionString: DATABASE_URL || postgres?.ownerUrl });
  try {
    await client.connect();
    const answers: pg.QueryResult[] = [await client.query(text)].flat();
    for (const answer of answers) {
      if (answer.fields.length > 0) console.table(answer.rows);
      else console.log(`${answer.command} ${answer.rowCount ?? ''}`.trim());
    }
  } finally {
    await client.end();
    await postgres?.stop();
  }
}

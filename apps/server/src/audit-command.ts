import { verifyLog } from './audit/verify.ts';
import { publishedAuditHeads } from './book/audit-heads.ts';
import { restoresOf } from './book/restored.ts';
import { ownerUrlOf, readConfig } from './config.ts';
import { openDb, openPool } from './db/pool.ts';

// node apps/server/src/audit-command.ts verify: with the environment of the server.

const USAGE = 'Usage: npm run audit -- verify';

/**
 * What a person does with the log of staff acts by hand. Returns what to print; throws an `Error` with a line for
 * each act that is not what was written.
 */
export async function runAuditCommand(args: readonly string[], databaseUrl: string): Promise<string[]> {
  if (args.length !== 1 || args[0] !== 'verify') throw new Error(USAGE);
  const db = openDb(openPool({ url: databaseUrl, connectionsMax: 2, applicationName: 'tercet audit' }));
  try {
    const published = await publishedAuditHeads(db);
    const { size, brokenAt, what, also } = await verifyLog(db, published);
    if (brokenAt !== null) {
      const lines = [{ brokenAt, what }, ...also].map((one) => `BROKEN: act ${one.brokenAt} ${one.what}`);
      throw new Error(lines.join('\n'));
    }
    const restores = await restoresOf(db);
    return [
      `${size} acts, each following from the one before`,
      `${published.length} of its heads stand in the book, and it leads to each of them`,
      ...restores.map(({ seq, acts }) => `by entry ${seq} of the book the database was put back to ${acts} acts`),
    ];
  } finally {
    await db.destroy();
  }
}

if (import.meta.main) {
  try {
    const lines = await runAuditCommand(process.argv.slice(2), ownerUrlOf(readConfig()));
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

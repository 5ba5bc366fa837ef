import { verifyLog } from '../audit/verify.ts';
import { publishedAuditHeads } from '../book/audit-heads.ts';
import { restoresOf } from '../book/restored.ts';
import { ownerUrlOf, readConfig } from '../config/config.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import { reconcileAll } from '../reconciliation/everything.ts';
import type { LedgerFault } from '../reconciliation/fault.ts';

// node apps/server/src/cli/audit.ts verify|ledger: verifies the audit log or the ledger, with the server's
// environment.

const USAGE = 'Usage: npm run audit -- verify|ledger';

/** Commands. Each returns the lines to print, and throws an `Error` with a line per fault. */
const COMMANDS: Record<string, (db: Db) => Promise<string[]>> = { verify: verifyActs, ledger: verifyLedger };

/** Verifies the audit log of staff acts, or the whole ledger. Writes nothing. */
export async function runAuditCommand(args: readonly string[], databaseUrl: string): Promise<string[]> {
  const command = args.length === 1 ? COMMANDS[args[0] ?? ''] : undefined;
  if (!command) throw new Error(USAGE);
  const db = openDb(openPool({ url: databaseUrl, connectionsMax: 2, applicationName: 'tercet audit' }));
  try {
    return await command(db);
  } finally {
    await db.destroy();
  }
}

async function verifyActs(db: Db): Promise<string[]> {
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
}

/** Recomputes every transfer of closed epochs from its cause, and verifies every paid draw. */
async function verifyLedger(db: Db): Promise<string[]> {
  const catalogue = await loadCatalogue(db);
  const faults = await reconcileAll({ db, payments: null, macs: null, catalogue: () => catalogue });
  if (faults.length > 0) throw new Error(faults.map(lineOf).join('\n'));
  return ['every transfer has its cause, and every balance is the sum of its transfers'];
}

function lineOf({ what, kind, memberId, day, ref, lotteryId, period, posted, due }: LedgerFault): string {
  const said = { kind, member: memberId, day, ref, lottery: lotteryId, period, posted, due };
  const known = Object.entries(said).filter(([, value]) => value !== null);
  return [`FAULT: ${what}`, ...known.map(([name, value]) => `${name} ${value}`)].join(', ');
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

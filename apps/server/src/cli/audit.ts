import { verifyLog } from '../audit/verify.ts';
import { publishedAuditHeads } from '../book/audit-heads.ts';
import { restoresOf } from '../book/restore-rule.ts';
import type { Db } from '../db/pool.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import type { LedgerFault } from '../reconciliation/fault.ts';
import { reconcileAll } from '../reconciliation/full-pass.ts';
import type { Area, Outcome } from './program/act.ts';
import type { Progress } from './program/progress.ts';
import { withDb } from './program/with-db.ts';

export const AUDIT: Area = {
  name: 'audit',
  about: 'verifies the audit log and the ledger; writes nothing',
  acts: [
    {
      name: 'verify',
      about: "verifies the audit log's hash chain against the heads published in the book",
      scope: 'database',
      hasJson: true,
      run: (call) => withDb(call, {}, (db) => verifyActs(db, call.progress)),
    },
    {
      name: 'ledger',
      about: 'recomputes every transfer from its cause, and every balance from its transfers',
      scope: 'database',
      hasJson: true,
      run: (call) => withDb(call, {}, (db) => verifyLedger(db, call.progress)),
    },
  ],
};

async function verifyActs(db: Db, progress: Progress): Promise<Outcome> {
  const published = await publishedAuditHeads(db);
  const { size, brokenAt, what, also } = await verifyLog(db, published, (done, total) =>
    progress.show('audit log', done, total),
  );
  const restores = await restoresOf(db);
  const faults = brokenAt === null ? [] : [{ brokenAt, what }, ...also];
  const data = { size, heads: published.length, faults, restores };
  if (faults.length > 0) {
    return { lines: faults.map((one) => `BROKEN: act ${one.brokenAt} ${one.what}`), data, isFailed: true };
  }
  const lines = [
    `${size} acts, hash chain intact`,
    `${published.length} heads published in the book, all of them match`,
    ...restores.map(({ seq, acts }) => `book entry ${seq} records a restore of the database to ${acts} acts`),
  ];
  return { lines, data };
}

/** Recomputes every transfer of closed epochs from its cause, and verifies every paid draw. */
async function verifyLedger(db: Db, progress: Progress): Promise<Outcome> {
  const catalogue = await loadCatalogue(db);
  const deps = { db, payments: null, macs: null, catalogue: () => catalogue };
  const faults = await reconcileAll(deps, (done, total) => progress.show('ledger', done, total));
  if (faults.length > 0) return { lines: faults.map(lineOf), data: { faults }, isFailed: true };
  return { lines: ['every transfer has a cause, and every balance is the sum of its transfers'], data: { faults } };
}

function lineOf({ what, kind, memberId, day, ref, lotteryId, period, posted, due }: LedgerFault): string {
  const stated = { kind, member: memberId, day, ref, lottery: lotteryId, period, posted, due };
  const known = Object.entries(stated).filter(([, value]) => value !== null);
  return [`FAULT: ${what}`, ...known.map(([name, value]) => `${name} ${value}`)].join(', ');
}

import { decodeEntryAs } from '@tercet/fair';
import { entryAt } from '../book/book.ts';
import { lossesOf } from '../book/restore-rule.ts';
import { CONSISTENT_READ_MS_MAX } from '../db/consistent-read.ts';
import type { Db } from '../db/pool.ts';
import { OWED_SOURCES } from '../jobs/publish-liabilities.ts';
import { type Remade, remakeLiabilities } from '../ledger/liabilities/remake.ts';
import { type Area, type Outcome, UsageError } from './program/act.ts';
import { withDb } from './program/with-db.ts';

export const LIABILITIES: Area = {
  name: 'liabilities',
  about: 'recomputes published liabilities; writes nothing',
  acts: [
    {
      name: 'remake',
      about: "recomputes a day's liabilities from every transfer, and compares them with the book",
      args: [{ name: 'DATE', about: 'the day, as YYYY-MM-DD' }],
      scope: 'database',
      hasJson: true,
      run: async (call) => {
        const date = dateOf(call.args[0] ?? '');
        return withDb(call, { longestStatementMs: CONSISTENT_READ_MS_MAX }, (db) => remake(db, date));
      },
    },
  ],
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const SHOWN_MAX = 10;

function dateOf(text: string): string {
  if (!DATE.test(text) || Number.isNaN(Date.parse(text))) throw new UsageError('DATE is a day such as 2026-11-21');
  return text;
}

async function remake(db: Db, date: string): Promise<Outcome> {
  const remade = await remakeLiabilities(db, date, OWED_SOURCES);
  if (!remade) throw new Error(`Nothing was published for ${date}`);
  const { recorded, root, totalMinor } = remade;
  const logged = await entryAt(db, recorded.entrySeq);
  const entry = decodeEntryAs('liabilities', logged?.body ?? '');
  const isRoot = root === null || root === entry.root;
  const isEntry = entry.date === date && entry.epoch === String(recorded.epoch);
  const isSame = remade.same && isRoot && String(totalMinor) === entry.total && isEntry;
  const verdict = isSame ? 'Both agree.' : 'MISMATCH: the ledger does not lead to the published liabilities.';
  const restores = isSame ? [] : await restoresSince(db, recorded.entrySeq);
  const data = {
    isSame,
    book: { root: entry.root, total: entry.total },
    ledger: { root, total: totalMinor },
    restores,
  };
  const why = restores.map(
    (seq) => `Book entry ${seq} records a restore after this publication. Transfers that it lost explain a difference.`,
  );
  return { lines: [...linesOf(remade, entry.root, entry.total), verdict, ...why], data, isFailed: !isSame };
}

/** Places of the entries about restores that put the entry at `seq` back into the database. */
async function restoresSince(db: Db, seq: bigint): Promise<bigint[]> {
  return (await lossesOf(db)).filter(({ from, to }) => from <= seq && seq < to).map((restore) => restore.seq);
}

function linesOf(remade: Remade, rootInBook: string, totalInBook: string): string[] {
  const { recorded, root, totalMinor, members, differing } = remade;
  return [
    `${recorded.date}, snapshot of the ledger at the end of epoch ${recorded.epoch}, ${members} members`,
    `  total in the book  ${totalInBook}`,
    `  total recomputed   ${totalMinor}`,
    `  root in the book   ${rootInBook}`,
    `  root recomputed    ${root ?? '– (the nonces of that day have been deleted)'}`,
    ...differing
      .slice(0, SHOWN_MAX)
      .map(
        ({ memberId, recordedMinor, owedMinor }) =>
          `  member ${memberId}: recorded ${recordedMinor ?? 'not at all'}, owed ${owedMinor ?? 'nothing'}`,
      ),
  ];
}

import { decodeEntryAs } from '@tercet/fair';
import { entryAt } from '@tercet/server/book/book.ts';
import { type Db, openDb, openPool } from '@tercet/server/db/pool.ts';
import { OWED_SOURCES } from '@tercet/server/jobs/publish-liabilities.ts';
import { CUT_MS_MAX } from '@tercet/server/ledger/liabilities/cut.ts';
import { type Remade, remakeLiabilities } from '@tercet/server/ledger/liabilities/remake.ts';
import { StartFailure } from './failure.ts';
import { startPostgres } from './postgres.ts';
import { readOptions } from './start/options.ts';

// npm run liabilities -- remake 2026-11-21: makes the tree of a date again from every transfer up to its cut, and says
// whether the book has the same root and total. Reads only, also beside an open club. The database is that of npm
// start, or the one that TERCET_OWNER_URL or DATABASE_URL names.

const USAGE = 'Usage: npm run liabilities -- remake YYYY-MM-DD';
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const SHOWN_MAX = 10;

/** Whether all came out the same. */
async function remake(db: Db, date: string): Promise<boolean> {
  const remade = await remakeLiabilities(db, date, OWED_SOURCES);
  if (!remade) throw new StartFailure(`Nothing was published for ${date}`);
  const logged = await entryAt(db, remade.recorded.entrySeq);
  const entry = decodeEntryAs('liabilities', logged?.body ?? '');
  const isRoot = remade.root === null || remade.root === entry.root;
  const isTotal = String(remade.totalMinor) === entry.total;
  tell(remade, entry.root, entry.total);
  return remade.same && isRoot && isTotal && entry.date === date && entry.epoch === String(remade.recorded.epoch);
}

function tell(
  { recorded, root, totalMinor, members, differing }: Remade,
  rootInBook: string,
  totalInBook: string,
): void {
  console.log(`${recorded.date}, the ledger cut at the end of epoch ${recorded.epoch}, ${members} members`);
  console.log(`  total in the book  ${totalInBook}`);
  console.log(`  total made again   ${totalMinor}`);
  console.log(`  root in the book   ${rootInBook}`);
  console.log(`  root made again    ${root ?? '– (the nonces of that day are not kept any more)'}`);
  for (const { memberId, recordedMinor, owedMinor } of differing.slice(0, SHOWN_MAX)) {
    console.log(`  member ${memberId}: recorded ${recordedMinor ?? 'not at all'}, owed ${owedMinor ?? 'nothing'}`);
  }
}

async function main(args: string[]): Promise<number> {
  const [command, date = ''] = args;
  if (command !== 'remake' || args.length !== 2 || !DATE.test(date) || Number.isNaN(Date.parse(date))) {
    throw new StartFailure(USAGE);
  }
  const options = readOptions(process.env, []);
  const given = process.env.TERCET_OWNER_URL || options.databaseUrl;
  const postgres = given ? null : await startPostgres({ dataDir: options.dataDir });
  const db = openDb(
    openPool({ url: given ?? postgres?.ownerUrl ?? '', connectionsMax: 2, longestStatementMs: CUT_MS_MAX }),
  );
  try {
    const isSame = await remake(db, date);
    console.log(isSame ? 'The same came out.' : 'NOT THE SAME: what the book says cannot be made from the ledger.');
    return isSame ? 0 : 1;
  } finally {
    await db.destroy();
    await postgres?.stop();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof StartFailure ? error.message : error);
    process.exitCode = 1;
  },
);

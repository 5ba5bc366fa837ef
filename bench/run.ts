import { parseArgs } from 'node:util';
import { crowd } from './bets/crowd.ts';
import { pgledger } from './bets/pgledger.ts';
import { placeSlip } from './bets/place-slip.ts';
import { seal } from './bets/seal.ts';
import { settle } from './bets/settle.ts';
import { takeover } from './bets/takeover.ts';
import { consoleWeight } from './console/console-weight.ts';
import { filmIngest } from './films/film-ingest.ts';
import { filmReaders } from './films/film-readers.ts';
import { filmStart } from './films/film-start.ts';
import { growth } from './growth/growth.ts';
import { deskLive } from './live/desk-live.ts';
import { streams } from './live/streams.ts';
import { betting } from './phone/betting.ts';
import { firstLoad } from './phone/first-load.ts';
import { idle } from './phone/idle.ts';
import { lighthouse } from './phone/lighthouse.ts';
import { pageVitals } from './phone/page-vitals.ts';
import { words } from './phone/words.ts';
import { appendToBook } from './proofs/append.ts';
import { liabilities } from './proofs/liabilities.ts';
import { monitorState } from './proofs/monitor-state.ts';
import { verifyBook } from './proofs/verify-book.ts';
import { verifyPhone } from './proofs/verify-phone.ts';

const BENCHES: Record<string, (files: { pgledger?: string }) => Promise<void>> = {
  'place-slip': placeSlip,
  crowd,
  pgledger,
  seal,
  settle,
  'first-load': firstLoad,
  'page-vitals': pageVitals,
  lighthouse,
  betting,
  idle,
  words,
  console: consoleWeight,
  growth,
  liabilities,
  append: appendToBook,
  'monitor-state': monitorState,
  'verify-book': verifyBook,
  'verify-phone': verifyPhone,
  'film-ingest': filmIngest,
  'film-readers': filmReaders,
  'film-start': filmStart,
  'desk-live': deskLive,
  takeover,
  streams,
};

const { values, positionals: requested } = readArguments();
for (const name of requested) {
  if (!Object.hasOwn(BENCHES, name)) {
    console.error(`Unknown benchmark ${name}. Choose from: ${Object.keys(BENCHES).join(', ')}`);
    process.exit(2);
  }
}
for (const name of requested.length > 0 ? requested : Object.keys(BENCHES)) await BENCHES[name]?.(values);

function readArguments() {
  try {
    return parseArgs({
      // Path of pgledger's published SQL, for the benchmark `pgledger`.
      options: { pgledger: { type: 'string' } },
      allowPositionals: true,
    });
  } catch {
    console.error(`usage: npm run bench -- [--pgledger FILE] [NAME…]; names: ${Object.keys(BENCHES).join(', ')}`);
    process.exit(2);
  }
}

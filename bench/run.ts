import { parseArgs } from 'node:util';
import { appendToBook } from './append.ts';
import { betting } from './betting.ts';
import { crowd } from './crowd.ts';
import { deskLive } from './desk-live.ts';
import { filmIngest } from './film-ingest.ts';
import { filmReaders } from './film-readers.ts';
import { filmStart } from './film-start.ts';
import { firstLoad } from './first-load.ts';
import { growth } from './growth.ts';
import { idle } from './idle.ts';
import { liabilities } from './liabilities.ts';
import { pageVitals } from './page-vitals.ts';
import { pgledger } from './pgledger.ts';
import { placeSlip } from './place-slip.ts';
import { seal } from './seal.ts';
import { settle } from './settle.ts';
import { streams } from './streams.ts';
import { takeover } from './takeover.ts';
import { verifyBook } from './verify-book.ts';
import { verifyPhone } from './verify-phone.ts';
import { words } from './words.ts';

const BENCHES: Record<string, (files: { pgledger?: string }) => Promise<void>> = {
  'place-slip': placeSlip,
  crowd,
  pgledger,
  seal,
  settle,
  'first-load': firstLoad,
  'page-vitals': pageVitals,
  betting,
  idle,
  words,
  growth,
  liabilities,
  append: appendToBook,
  'verify-book': verifyBook,
  'verify-phone': verifyPhone,
  'film-ingest': filmIngest,
  'film-readers': filmReaders,
  'film-start': filmStart,
  'desk-live': deskLive,
  takeover,
  streams,
};

const { values, positionals: asked } = readArguments();
for (const name of asked) {
  if (!Object.hasOwn(BENCHES, name)) {
    console.error(`no benchmark is called ${name}; there are: ${Object.keys(BENCHES).join(', ')}`);
    process.exit(2);
  }
}
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) await BENCHES[name]?.(values);

function readArguments() {
  try {
    return parseArgs({
      // Where the published SQL of pgledger lies, for the benchmark of that name.
      options: { pgledger: { type: 'string' } },
      allowPositionals: true,
    });
  } catch {
    console.error(`usage: npm run bench -- [--pgledger FOLDER] [NAME…]; names: ${Object.keys(BENCHES).join(', ')}`);
    process.exit(2);
  }
}

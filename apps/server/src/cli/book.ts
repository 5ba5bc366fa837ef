import { basename, join } from 'node:path';
import { openCheckpoint } from '@tercet/fair';
import { outsideOf } from '../app/book.ts';
import { refuseBehind } from '../book/guard.ts';
import { readLogKeys } from '../book/log-key.ts';
import { newestCheckpoint } from '../book/read-log.ts';
import { rotateKey } from '../book/rotate.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/pool.ts';
import { type Pinned, pinReceiptKey, pinWitnesses } from '../draw/tables/pin-tables.ts';
import { readHouse } from '../house/house.ts';
import { readReceiptKey } from '../lottery/receipt-key.ts';
import { RECOVER_MS_MAX, recover, wordsOf } from '../recovery/recover.ts';
import type { Area, Call, Outcome } from './program/act.ts';
import { withDb } from './program/with-db.ts';

export const BOOK: Area = {
  name: 'book',
  about: 'operates the public book',
  acts: [
    {
      name: 'show',
      about: 'prints size, root and keys of the book',
      scope: 'database',
      hasJson: true,
      run: (call) => withBook(call, ({ db, origin }) => show(db, origin)),
    },
    {
      name: 'rotate-key',
      about: 'announces a new key that signs the book',
      scope: 'database',
      run: (call) => changeBook(call, ({ db, origin, config }) => rotate(db, origin, config.keysDir)),
    },
    {
      name: 'receipt-key',
      about: 'publishes odds tables whose receipts another key signs',
      args: [{ name: 'FILE', about: 'name of the key file in the keys folder' }],
      scope: 'database',
      run: (call) => changeBook(call, ({ db, config }) => takeReceiptKey(db, join(config.keysDir, fileOf(call)))),
    },
    {
      name: 'witnesses',
      about: 'publishes odds tables that name other witnesses',
      args: [{ name: 'KEY', about: 'verifier keys of all witnesses', isOptional: true, isList: true }],
      scope: 'database',
      run: (call) => changeBook(call, ({ db }) => takeWitnesses(db, call.args)),
    },
    {
      name: 'recover',
      about: 'after a restore: puts published entries of the book back into the database',
      args: [
        { name: 'PLACE', about: 'further folders or URLs with the published book', isOptional: true, isList: true },
      ],
      scope: 'database',
      run: (call) => withBook(call, (book) => putBack(book, call)),
    },
  ],
};

interface OpenBook {
  db: Db;
  origin: string;
  config: Config;
}

async function withBook<T>(call: Call, act: (book: OpenBook) => Promise<T>): Promise<T> {
  return withDb(call, { connectionsMax: 3, longestStatementMs: RECOVER_MS_MAX }, async (db, config) => {
    const house = await readHouse(db);
    if (!house) throw new Error('this database has no house yet');
    return act({ db, origin: house.origin, config });
  });
}

/** Refuses to write if the published book is ahead of the database. */
function changeBook<T>(call: Call, act: (book: OpenBook) => Promise<T>): Promise<T> {
  return withBook(call, async (book) => {
    await refuseBehind(book.db, { keysDir: book.config.keysDir, origin: book.origin });
    return act(book);
  });
}

function fileOf({ args }: Call): string {
  return basename(args[0] ?? '');
}

async function takeReceiptKey(db: Db, file: string): Promise<string[]> {
  const { publicKey } = await readReceiptKey(file);
  return linesOf(await pinReceiptKey(db, publicKey), `receipts signed by ${publicKey}`);
}

async function takeWitnesses(db: Db, keys: readonly string[]): Promise<string[]> {
  return linesOf(await pinWitnesses(db, [...keys]), `${keys.length} witnesses`);
}

async function putBack({ db, origin, config }: OpenBook, { args, progress }: Call): Promise<string[]> {
  const outside = outsideOf(config, [...args]);
  const onRead = (done: number, total: number) => progress.show('book', done, total);
  return wordsOf(await recover({ db, keysDir: config.keysDir, origin, outside, onRead }));
}

async function show(db: Db, origin: string): Promise<Outcome> {
  const head = await db.selectFrom('book.head').select('size').executeTakeFirstOrThrow();
  const keys = await readLogKeys(db);
  const newest = await newestCheckpoint(db);
  const signed =
    newest === null
      ? null
      : openCheckpoint(
          newest.note,
          keys.map((key) => key.vkey),
        );
  const lines = [
    `book     ${origin}`,
    `entries  ${head.size}`,
    ...(signed ? [`signed   ${signed.size} entries with root ${signed.root}`] : ['signed   nothing yet']),
    ...keys.map(
      ({ vkey, fromSeconds }) => `key      ${vkey}${fromSeconds === 0 ? '' : `  from ${timeOf(fromSeconds)}`}`,
    ),
  ];
  const data = {
    origin,
    entries: head.size,
    signed: signed && { entries: signed.size, root: signed.root },
    keys: keys.map(({ vkey, fromSeconds }) => ({ key: vkey, from: timeOf(fromSeconds) })),
  };
  return { lines, data };
}

async function rotate(db: Db, origin: string, keysDir: string): Promise<string[]> {
  const { oldKey, newKey, fromSeconds } = await rotateKey({ db, origin, keysDir });
  return [
    `The change is announced in the book, signed with ${oldKey}`,
    `From ${timeOf(fromSeconds)} on the book is also signed with ${newKey}`,
    'Copy the new file of the keys folder to every machine that signs. Remove the old one once no reader needs it.',
  ];
}

/** Lines about each lottery's new table and its first period. Throws if one was refused. */
function linesOf(tables: readonly Pinned[], what: string): string[] {
  const lines = tables.map(({ key, firstPeriod, refused }) => {
    if (refused !== null) return `${key}  refused: ${refused}`;
    return `${key}  ${what}${firstPeriod === null ? ', as before' : ` from ${key}/${firstPeriod} on`}`;
  });
  if (tables.every(({ refused }) => refused === null)) return lines;
  throw new Error([...lines, 'Run this again for those that were refused.'].join('\n'));
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

/** Cases of a member's proof of liabilities. */
import { hash as nodeHash } from 'node:crypto';
import {
  buildOwedTree,
  encodeEntry,
  entryHash,
  type OwedFile,
  type OwedKnown,
  type SumNode,
  sumTreePath,
} from '../../src/index.ts';
import { drawOf, HOUSE_WITNESSES, LOG, ORIGIN, OTHER_LOG, signerOf, TestBook, WITNESSES } from '../book-kit.ts';
import { quorumAt, tableFor } from '../stories.ts';
import { ZEROS } from './forge.ts';

export interface OwedCase {
  name: string;
  base: string | null;
  file: unknown;
  known: OwedKnown;
  /** Verdict and reasons. */
  says: string;
}

const DATE = '2026-07-20';
const LONG_NAME = { userName: 'n'.repeat(256) };
const DUE_MS = Date.parse(`${DATE}T01:00:00Z`);

function fileOf(userName: string, cosigners: number): OwedFile {
  const leaves = [userName, 'olga'].flatMap((name) =>
    [0, 1, 2, 3].map((split) => ({
      userName: name,
      nonce: nodeHash('sha256', `${name} ${split}`, 'hex'),
      split,
      amountMinor: BigInt(split * 100 + name.length),
    })),
  );
  const tree = buildOwedTree(DATE, leaves);
  const splits = leaves.slice(0, 4).map(({ split, nonce, amountMinor }, index) => ({
    split,
    nonce,
    amountMinor: String(amountMinor),
    index,
    path: sumTreePath(tree, index),
  }));
  const { root } = tree;
  const total = String(tree.total);
  const body = encodeEntry({ type: 'liabilities', date: DATE, epoch: '1', root, total, leaves: '8', turnover: [] });
  const book = new TestBook();
  book.append({ type: 'audit-head', size: '1', head: ZEROS, at: '1' });
  const index = book.bodies.push(body) - 1;
  const cosigned = quorumAt(tableFor(drawOf(29_743_210), cosigners), 1);
  const owedMinor = String(splits.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0));
  return {
    format: 'tercet/v1 owed',
    date: DATE,
    userName,
    owedMinor,
    root,
    total,
    leaves: 8,
    splits,
    entry: { seq: index, type: 'liabilities', hash: entryHash(body), body, atMs: 0 },
    inBook: { index, proof: book.place(index).proof, checkpoint: book.checkpoint(1, cosigned).note },
  };
}

function knownOf(file: OwedFile, witnesses: number): OwedKnown {
  const table = tableFor(drawOf(29_743_210), witnesses);
  const policy = { witnesses: table.witnesses, quorum: Number(table.quorum) };
  const { userName, owedMinor, date } = file;
  return { userName, owedMinor, date, origin: ORIGIN, logKeys: [LOG.vkey], policy };
}

export function owedCases(): OwedCase[] {
  const bases = [0, 1, 3].map((count): OwedCase => {
    const file = fileOf('mira', count);
    const name = `owed, ${count} witnesses`;
    return { name, base: null, file, known: knownOf(file, count), says: count === 3 ? 'verified' : 'time-not-proven' };
  });
  const whole = bases.at(-1);
  if (whole === undefined) throw new Error('no case');
  return [...bases, ...bentCases(whole)];
}

type Change = (file: OwedFile, known: OwedKnown) => void;

function bentCases(whole: OwedCase): OwedCase[] {
  return rows().map(([name, expected, change]) => {
    const { file, known } = structuredClone(whole) as OwedCase & { file: OwedFile };
    change(file, known);
    return { name, base: whole.name, file, known, says: expected };
  });
}

function rows(): [string, string, Change][] {
  return [...fileRows(), ...leftOutRows(), ...partRows(), ...entryRows(), ...placeRows()];
}

function fileRows(): [string, string, Change][] {
  const set =
    (change: Record<string, unknown>): Change =>
    (file) =>
      Object.assign(file, change);
  return [
    ['another format', 'breach bad-format', set({ format: 'tercet/v2 owed' })],
    ['a day that is none', 'breach bad-format', set({ date: '2026-02-30' })],
    ['splits that are none', 'breach bad-format', set({ splits: [null] })],
    ['own balance not known', 'incomplete not-compared', (_file, known) => delete known.owedMinor],
    ['own name not known', 'incomplete not-compared', (_file, known) => delete known.userName],
    ['another name', 'breach other-name', (_file, known) => Object.assign(known, { userName: 'noor' })],
    ['another day', 'breach other-date', (_file, known) => Object.assign(known, { date: '2026-07-21' })],
    ['another balance', 'breach other-balance', (_file, known) => Object.assign(known, { owedMinor: '1' })],
  ];
}

function leftOutRows(): [string, string, Change][] {
  const needed = ['format', 'date', 'userName', 'owedMinor', 'root', 'total', 'leaves', 'splits'] as const;
  const ofSplit = ['split', 'nonce', 'amountMinor', 'index'] as const;
  const split = (file: OwedFile) => (file.splits[0] ?? {}) as Partial<OwedFile['splits'][number]>;
  const node = (file: OwedFile) => (split(file).path?.[0] ?? {}) as Partial<SumNode>;
  const both = 'incomplete no-part no-part';
  return [
    ...needed.map((name): [string, string, Change] => [
      `${name} left out`,
      'incomplete no-part',
      (file) => delete (file as Partial<OwedFile>)[name],
    ]),
    [
      'a file of nulls',
      'incomplete no-part',
      (file) => Object.assign(file, Object.fromEntries(needed.map((name) => [name, null]))),
    ],
    ['a name that is empty', 'incomplete no-part', (file) => Object.assign(file, { userName: '' })],
    [
      'a day left out beside another format',
      'breach bad-format',
      (file) => Object.assign(file, { date: null, format: 'tercet/v2 owed' }),
    ],
    ...ofSplit.map((name): [string, string, Change] => [
      `a split without ${name}`,
      both,
      (file) => delete split(file)[name],
    ]),
    ['a split without its path', 'incomplete no-part', (file) => delete split(file).path],
    ['a path without a sum', 'incomplete no-part', (file) => delete node(file).sum],
    ['a path without a hash', 'incomplete no-part', (file) => delete node(file).hash],
    [
      'a split without its number beside one with another amount',
      'breach no-part other-root',
      (file) => delete split(file).split && Object.assign(file.splits[1] ?? {}, { amountMinor: '5' }),
    ],
  ];
}

function partRows(): [string, string, Change][] {
  const split =
    (change: object, at = 0): Change =>
    ({ splits }) =>
      Object.assign(splits[at] ?? {}, change);
  const path =
    (change: object): Change =>
    ({ splits }) =>
      Object.assign(splits[0]?.path[0] ?? {}, change);
  return [
    ['three splits', 'breach split-count', (file) => Object.assign(file, { splits: file.splits.slice(1) })],
    ['a split twice', 'breach split-twice other-root', split({ split: 1 })],
    ['split 4', 'breach bad-split bad-split', split({ split: 4 })],
    ['an index twice', 'breach index-twice other-root', split({ index: 1 })],
    ['a nonce twice', 'breach nonce-twice other-root', (file) => split({ nonce: file.splits[1]?.nonce })(file, {})],
    ['a split’s amount with a sign', 'breach bad-amount bad-amount', split({ amountMinor: '-1' })],
    ['a split counted for more', 'breach other-sum other-root', split({ amountMinor: '5' })],
    ['a nonce cut short', 'breach bad-nonce', split({ nonce: '00' })],
    [
      'a name that is too long',
      'breach bad-name',
      (file, known) => Object.assign(file, LONG_NAME) && Object.assign(known, LONG_NAME),
    ],
    ['a root that is no hash', 'breach bad-tree other-entry', (file) => Object.assign(file, { root: 'x' })],
    ['leaves that are no power of two', 'breach bad-tree other-entry', (file) => Object.assign(file, { leaves: 7 })],
    ['an index outside the tree', 'breach bad-index', split({ index: 8 })],
    ['a path cut short', 'breach path-length', (file) => split({ path: file.splits[0]?.path.slice(1) })(file, {})],
    ['a negative sum in a path', 'breach bad-sum', path({ sum: '-1' })],
    ['a sum that overflows', 'breach overflow', path({ sum: '9223372036854775807' })],
    ['another sum in a path', 'breach other-root', path({ sum: '0' })],
    ['another total', 'breach other-total other-entry', (file) => Object.assign(file, { total: '1' })],
  ];
}

function entryRows(): [string, string, Change][] {
  const entry =
    (change: object): Change =>
    (file) =>
      Object.assign(file.entry ?? {}, change);
  const early: Change = (file, known) => {
    delete file.inBook;
    known.nowMs = DUE_MS - 1;
  };
  return [
    ['no entry', 'incomplete no-entry blocked', (file) => Object.assign(file, { entry: null })],
    ['the entry left out', 'incomplete no-entry blocked', (file) => delete (file as Partial<OwedFile>).entry],
    [
      'the entry’s body left out',
      'incomplete no-entry blocked',
      (file) => delete (file.entry as { body?: string }).body,
    ],
    ['an entry without its body', 'incomplete no-entry blocked', entry({ body: '' })],
    ['an entry without its hash', 'incomplete no-entry', entry({ hash: '' })],
    ['an entry that is none', 'breach bad-entry not-in-book', entry({ body: '{}' })],
    ['an entry with another hash', 'breach entry-hash', entry({ hash: ZEROS })],
    [
      'another entry in the reader’s copy of the book',
      'breach entry-hash',
      (_file, known) => Object.assign(known, { entryHash: ZEROS }),
    ],
    ['an entry of another day', 'breach other-entry not-in-book', (file) => otherEntry(file, { date: '2026-07-21' })],
    ['no place before one o’clock', 'pending no-place', early],
    [
      'no place at one o’clock',
      'incomplete no-place',
      (file, known) => {
        early(file, known);
        known.nowMs = DUE_MS;
      },
    ],
  ];
}

function otherEntry(file: OwedFile, change: object): void {
  const body = encodeEntry({ ...JSON.parse(file.entry?.body ?? ''), ...change });
  Object.assign(file.entry ?? {}, { body, hash: entryHash(body) });
}

function placeRows(): [string, string, Change][] {
  const place =
    (change: object): Change =>
    (file) =>
      Object.assign(file.inBook ?? {}, change);
  const note = (file: OwedFile, log = LOG, cosigners: readonly (typeof WITNESSES)[number][] = []) => {
    const book = new TestBook(log);
    book.append({ type: 'audit-head', size: '1', head: ZEROS, at: '1' });
    book.bodies.push(file.entry?.body ?? '');
    return book.checkpoint(
      1,
      cosigners.map((witness) => ({ witness, at: 1 })),
    ).note;
  };
  const [first = '', second = '', third = ''] = WITNESSES.map(({ vkey }) => vkey);
  const stranger = signerOf('stranger.example/w', 77, 4).vkey;
  const confirmed =
    (...confirmedWitnesses: string[]): Change =>
    (_file, known) =>
      Object.assign(known, { confirmedWitnesses });
  /** Three witnesses and the key of the book in the policy; some have cosigned. */
  const withHouse =
    (...cosigners: (typeof WITNESSES)[number][]): Change =>
    (file, known) => {
      const witnesses = [...HOUSE_WITNESSES.slice(0, 1), ...WITNESSES].map(({ vkey }) => vkey);
      Object.assign(known, { policy: { witnesses, quorum: 2 } });
      place({ checkpoint: note(file, LOG, cosigners) })(file, known);
    };
  return [
    ['no place', 'incomplete no-place', (file) => delete file.inBook],
    ['a place without its path', 'incomplete no-place', place({ proof: [] })],
    ['a place without its checkpoint', 'incomplete no-place', place({ checkpoint: '' })],
    ['a path that is no list', 'breach bad-format', place({ proof: 'x' })],
    ['no key pinned', 'incomplete not-pinned', (_file, known) => delete known.logKeys],
    [
      'a checkpoint of another key',
      'breach checkpoint-key',
      (file) => place({ checkpoint: note(file, OTHER_LOG) })(file, {}),
    ],
    ['another book', 'breach other-origin', (_file, known) => Object.assign(known, { origin: 'other.example' })],
    ['the name of the book not known', 'verified', (_file, known) => delete known.origin],
    ['another place', 'breach not-in-book', place({ index: 0 })],
    ['no witness saw it', 'incomplete not-witnessed', (file) => place({ checkpoint: note(file) })(file, {})],
    ['the reader confirmed two of three', 'verified', confirmed(first, second, stranger)],
    ['the reader confirmed others', 'incomplete other-witnesses', confirmed(stranger)],
    ['the reader confirmed one, and one that did not cosign', 'incomplete other-witnesses', confirmed(first, third)],
    ['the reader confirmed none, and says so', 'incomplete other-witnesses', confirmed()],
    [
      'the key of the book and one witness are no quorum of two',
      'incomplete not-witnessed',
      withHouse(...HOUSE_WITNESSES.slice(0, 1), ...WITNESSES.slice(0, 1)),
    ],
    ['two witnesses beside the key of the book are one', 'verified', withHouse(...WITNESSES.slice(0, 2))],
  ];
}

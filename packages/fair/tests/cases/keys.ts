/** Cases of a book's keys, copies of a checkpoint, and combined claims. */
import type { FateClaim, TableEntry, TakenBackBy } from '../../src/index.ts';
import { LOG, ORIGIN, OTHER_LOG, signerOf, TestBook, tableOf, two, WITNESSES } from '../book-kit.ts';
import { witnessedStory } from '../stories.ts';
import { spoil, ZEROS } from './forge.ts';
import { NEXT, noticeOf, showNotices, THIRD } from './rotated.ts';

export interface KeysCase {
  name: string;
  book: { logKey: unknown; notices: unknown; noticed?: unknown };
  start: string | null;
  /** Names of the keys in order, or a reason. */
  says: string;
}

export function keysCases(): KeysCase[] {
  const story = witnessedStory({ beacon: 'public' });
  const from = story.draw.tLock;
  const notice = noticeOf(LOG, NEXT, from);
  const second = noticeOf(NEXT, THIRD, from);
  const once = { logKey: NEXT.vkey, ...showNotices(story, [notice], NEXT) };
  const twice = { logKey: THIRD.vkey, ...showNotices(story, [notice, second], THIRD) };
  const foreign = { logKey: NEXT.vkey, ...showNotices(story, [notice], OTHER_LOG) };
  const elsewhere = { ...once, noticed: { ...once.noticed, places: [story.book.place(0)] } };
  const stranger = noticeOf(OTHER_LOG, NEXT, from);
  const withStranger = { logKey: NEXT.vkey, ...showNotices(story, [stranger, notice], NEXT) };
  const whole = twice.noticed.places;
  return [
    { name: 'one key', book: { logKey: LOG.vkey, notices: [] }, start: LOG.vkey, says: 'log' },
    { name: 'one key, none known', book: { logKey: LOG.vkey, notices: [] }, start: null, says: 'log' },
    { name: 'a change, from the old key', book: once, start: LOG.vkey, says: 'log next' },
    { name: 'a change, from the new key', book: once, start: NEXT.vkey, says: 'log next' },
    { name: 'a change, no key known', book: once, start: null, says: 'log next' },
    { name: 'two changes, from the first key', book: twice, start: LOG.vkey, says: 'log next third' },
    { name: 'two changes, from the second key', book: twice, start: NEXT.vkey, says: 'log next third' },
    { name: 'two changes, from the last key', book: twice, start: THIRD.vkey, says: 'log next third' },
    {
      name: 'the second change not in force yet, and not shown',
      book: { ...once, notices: [notice, second] },
      start: LOG.vkey,
      says: 'log next',
    },
    {
      name: 'the second change not in force yet, and shown',
      book: { ...twice, logKey: NEXT.vkey },
      start: LOG.vkey,
      says: 'log next third',
    },
    { name: 'former key in another book', book: foreign, start: NEXT.vkey, says: 'next' },
    { name: 'former key at another place', book: elsewhere, start: NEXT.vkey, says: 'next' },
    {
      name: 'former key with half a place',
      book: { ...once, noticed: { ...once.noticed, places: [{ index: 1 }] } },
      start: NEXT.vkey,
      says: 'no-place',
    },
    {
      name: 'a stranger’s notice to the key of the book, in the book',
      book: withStranger,
      start: LOG.vkey,
      says: 'other log next',
    },
    {
      name: 'a stranger’s notice, from the stranger’s key',
      book: withStranger,
      start: OTHER_LOG.vkey,
      says: 'log other next',
    },
    {
      name: 'the first place missing',
      book: { ...twice, noticed: { ...twice.noticed, places: [null, whole[1]] } },
      start: LOG.vkey,
      says: 'no-notice-place',
    },
    {
      name: 'a change whose checkpoint another key signed',
      book: { ...foreign, logKey: NEXT.vkey },
      start: LOG.vkey,
      says: 'notice-not-in-book',
    },
    {
      name: 'a change that its old key did not sign',
      book: { ...once, notices: [noticeOf(LOG, NEXT, from, NEXT.secretKey)] },
      start: LOG.vkey,
      says: 'bad-notice',
    },
    { name: 'no way from the known key', book: once, start: THIRD.vkey, says: 'other-logKey' },
    { name: 'no list of notices', book: { logKey: LOG.vkey, notices: null }, start: LOG.vkey, says: 'no-notices' },
    { name: 'no key named', book: { logKey: null, notices: [] }, start: LOG.vkey, says: 'no-log-key' },
    { name: 'a key that is none', book: { logKey: 'x', notices: [] }, start: LOG.vkey, says: 'bad-log-key' },
    {
      name: 'a notice that is another entry',
      book: { logKey: LOG.vkey, notices: [story.book.bodies[0]] },
      start: LOG.vkey,
      says: 'malformed',
    },
  ];
}

/** Short names of the keys. */
export const KEY_NAMES = new Map([
  [LOG.vkey, 'log'],
  [NEXT.vkey, 'next'],
  [THIRD.vkey, 'third'],
  [OTHER_LOG.vkey, 'other'],
]);

export interface CopiesCase {
  name: string;
  notes: string[];
  table: Pick<TableEntry, 'origin' | 'witnesses' | 'quorum'>;
  logKeys: string[];
  /** Second of the quorum; `none` without one; `closed` if no copy opens. */
  says: string;
}

export function copiesCases(): CopiesCase[] {
  const book = new TestBook();
  book.append(tableOf());
  const [a, b, c] = WITNESSES;
  if (a === undefined || b === undefined || c === undefined) throw new Error('no witnesses');
  const note = (...cosigned: [witness: typeof a, at: number][]) =>
    book.checkpoint(
      0,
      cosigned.map(([witness, at]) => ({ witness, at })),
    ).note;
  const twin = { ...signerOf('again.example/w', 30, 4) };
  const spoilt = spoil(note([a, 5]));
  const foreign = book.copy(OTHER_LOG).checkpoint(0, two(5)).note;
  const table = { origin: ORIGIN, witnesses: WITNESSES.map(({ vkey }) => vkey), quorum: '2' };
  const named = { ...table, witnesses: [a.vkey, twin.vkey, b.vkey] };
  const of = (name: string, notes: string[], expected: string, more: Partial<CopiesCase> = {}): CopiesCase => ({
    name,
    notes,
    table,
    logKeys: [LOG.vkey],
    says: expected,
    ...more,
  });
  return [
    of('one copy, a quorum', [note([a, 5], [b, 9])], '9'),
    of('two copies with one cosignature each', [note([a, 5]), note([b, 9])], '9'),
    of('the same witness in both', [note([a, 5]), note([a, 9])], 'none'),
    of('the earliest time of each witness counts', [note([a, 8], [b, 20]), note([a, 5], [b, 9])], '9'),
    of('the second of three', [note([a, 5], [b, 9], [c, 7])], '7'),
    of('no cosignature', [note()], 'none'),
    of('a quorum of 0', [note([a, 5], [b, 9])], 'none', { table: { ...table, witnesses: [], quorum: '0' } }),
    of('a spoilt line beside good copies', [spoilt, note([a, 5]), note([b, 9])], '9'),
    of('a spoilt line with nothing else of that witness', [spoilt, note([b, 9])], 'none'),
    of('a copy of another key beside a good one', [foreign, note([c, 6])], '5'),
    of('only a copy of another key', [foreign], 'closed'),
    of('another origin', [note([a, 5], [b, 9])], 'closed', { table: { ...table, origin: 'other.example' } }),
    of('one key under two names', [note([a, 5], [twin, 6])], 'none', { table: named }),
    of('one key under two names, and another', [note([a, 5], [twin, 4], [b, 9])], '9', { table: named }),
    of('no note', ['x'], 'closed'),
  ];
}

export interface ClaimsCase {
  name: string;
  a: FateClaim;
  b: FateClaim;
  takenBackBy: TakenBackBy;
  says: string | null;
}

export function claimsCases(): ClaimsCase[] {
  const a: FateClaim = { drawId: 'dice-60/1', tableHash: ZEROS, seal: 's', fate: 'drawn', dice: [1, 2, 3] };
  const nothing = { tableHash: null, seal: null, fate: null, dice: null };
  const of = (
    name: string,
    change: Partial<FateClaim>,
    expected: string | null,
    takenBackBy: TakenBackBy = null,
    seenMs?: number,
  ) => ({
    name,
    a: seenMs === undefined ? a : { ...a, seenMs },
    b: { ...a, ...change },
    takenBackBy,
    says: expected,
  });
  return [
    of('the same', {}, null),
    of('another draw', { drawId: 'dice-60/2', dice: [6, 6, 6] }, null),
    of('a claim of nothing', nothing, null),
    of('another table', { tableHash: 'f', seal: 't' }, 'two-tables'),
    of('another seal', { seal: 't', dice: [6, 6, 6] }, 'two-seals'),
    of('other dice', { dice: [3, 2, 1] }, 'two-results'),
    of('another fate', { fate: 'void', dice: null }, 'two-fates'),
    of('another fate, the void taken back', { fate: 'void', dice: null, seenMs: 9 }, null, 10),
    of('another fate, nobody says when', { fate: 'void', dice: null }, 'undated-void', 10),
    of('another fate, a witness may know when', { fate: 'void', dice: null }, 'undated-void', 'unknown'),
    of('a void by now, and no witness says more', { fate: 'void', dice: null, seenMs: 9 }, 'two-fates', 'unknown'),
    of('another fate, the void too late', { fate: 'void', dice: null, seenMs: 10 }, 'two-fates', 10),
    of('a void seen with the draw', { fate: 'void', dice: null, seenMs: 9 }, null, 10, 9),
    of('a void seen after the draw', { fate: 'void', dice: null, seenMs: 9 }, 'two-fates', 10, 8),
    of('other dice, the void taken back', { dice: [3, 2, 1] }, 'two-results', 10),
  ];
}

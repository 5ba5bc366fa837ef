/** Cases of the steps `origin`, `receipt`, `table` and `schedule`. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { type BookEvidence, QUICKNET, type SlipProof, toHex } from '../../src/index.ts';
import { CHAIN, LOG, OTHER_LOG, signerOf, two } from '../book-kit.ts';
import { tableFor, witnessedStory } from '../stories.ts';
import { bend, type EvidenceCase, type SlipBundle } from './case.ts';
import { listed, releaf, ZEROS } from './forge.ts';
import { NEXT, noticeOf, showNotices } from './rotated.ts';

const OTHER_KEY = new Uint8Array(32).fill(8);
type Change = (bundle: SlipBundle) => void;

function book({ proof }: SlipBundle): BookEvidence {
  if (!proof.draw.book) throw new Error('no evidence');
  return proof.draw.book;
}

function inBook(change: Partial<BookEvidence>): Change {
  return (bundle) => Object.assign(book(bundle), change);
}

function inDraw(change: object): Change {
  return ({ proof }) => Object.assign(proof.draw, change);
}

function inReceipt(change: Partial<SlipProof['receipt']>): Change {
  return ({ proof }) => Object.assign(proof.receipt, change);
}

function pinned(change: object): Change {
  return ({ known }) => {
    known.pinned = { ...known.pinned, ...change };
  };
}

type Row = readonly [name: string, says: string, change: Change];

const story = witnessedStory({ beacon: 'public' });
const { draw } = story;

function originRows(): Row[] {
  const notice = noticeOf(LOG, NEXT, draw.tLock);
  const shown = showNotices(story, [notice], NEXT);
  const rotated = { logKey: NEXT.vkey, ...shown };
  const foreign = signerOf('other.example/book', 25, 1);
  const { places } = shown.noticed;
  const [place] = places;
  return [
    ['a slip without its draw', 'incomplete, origin no-draw', ({ proof }) => Object.assign(proof, { draw: null })],
    ['a draw without its table', 'incomplete, origin no-table', inDraw({ table: null })],
    ['a table without its entry', 'incomplete, origin no-table', inDraw({ table: { hash: story.tableHash } })],
    ['a draw without evidence of the book', 'incomplete, origin no-book', inDraw({ book: null })],
    ['a book without its key', 'incomplete, origin no-log-key', inBook({ logKey: '' })],
    ['another origin than pinned', 'origin: other-origin', pinned({ origin: 'other.example/book' })],
    ['another receipt key than pinned', 'origin: other-receiptKey', pinned({ receiptKey: ZEROS })],
    ['another chain than pinned', 'origin: other-chainHash', pinned({ chainHash: CHAIN.hash })],
    [
      'a pinned key of another book',
      'origin: other-origin',
      (bundle) => {
        bundle.known.pinned = { logKey: foreign.vkey };
        book(bundle).logKey = foreign.vkey;
      },
    ],
    ['another key than pinned', 'origin: other-logKey', pinned({ logKey: OTHER_LOG.vkey })],
    ['a text for a key', 'origin: bad-log-key', inBook({ logKey: 'tercet' })],
    ['a witness key for the book’s', 'origin: bad-log-key', inBook({ logKey: story.table.witnesses[0] ?? '' })],
    ['no list of key changes', 'incomplete, origin no-notices', inBook({ notices: null as never })],
    ['more key changes than a book has', 'origin: too-many-notices', inBook({ notices: Array(1001).fill(notice) })],
    ['a key change that is none', 'origin: malformed', inBook({ notices: ['{}'] })],
    [
      'a key change that the new key signed',
      'origin: bad-notice',
      inBook({ ...rotated, notices: [noticeOf(LOG, NEXT, draw.tLock, NEXT.secretKey)] }),
    ],
    [
      'a key change to another book',
      'origin: bad-notice',
      inBook({ logKey: foreign.vkey, notices: [noticeOf(LOG, foreign, draw.tLock)] }),
    ],
    ['no key change leads to the key', 'origin: other-logKey', inBook({ logKey: NEXT.vkey })],
    ['a key change without its place', 'incomplete, origin no-notice-place', inBook({ ...rotated, noticed: null })],
    [
      'a key change whose place is not shown yet',
      'incomplete, origin no-notice-place',
      inBook({ ...rotated, noticed: { ...shown.noticed, places: [null] } }),
    ],
    [
      'a key change with half a place',
      'incomplete, origin no-place',
      inBook({ ...rotated, noticed: { ...shown.noticed, places: [{ index: place?.index } as never] } }),
    ],
    [
      'a key change with an empty path',
      'incomplete, origin no-place',
      inBook({ ...rotated, noticed: { ...shown.noticed, places: [{ index: place?.index ?? 0, proof: [] }] } }),
    ],
    [
      'a key change that is in another book',
      'origin: notice-not-in-book',
      inBook({ logKey: NEXT.vkey, ...showNotices(story, [notice], OTHER_LOG) }),
    ],
    [
      'a key change at another place',
      'origin: notice-not-in-book',
      inBook({ ...rotated, noticed: { ...shown.noticed, places: [story.book.place(0)] } }),
    ],
  ];
}

function receiptRows(): Row[] {
  return [
    ['no receipt', 'incomplete, receipt no-receipt', ({ proof }) => Object.assign(proof, { receipt: null })],
    ['a receipt without its salt', 'incomplete, receipt no-receipt', inReceipt({ salt: '' })],
    [
      'leaf data that is cut short',
      'receipt: leaf-data',
      ({ proof }) => {
        proof.receipt.leafData = proof.receipt.leafData.slice(0, -2);
      },
    ],
    ['leaf data that is no hex', 'receipt: malformed', inReceipt({ leafData: 'zz' })],
    ['a salt that is no hex', 'receipt: malformed', inReceipt({ salt: 'zz' })],
    [
      'a receipt that names another key',
      'receipt: other-key',
      inReceipt({ publicKey: toHex(ed25519.getPublicKey(OTHER_KEY)) }),
    ],
    ['a receipt that another key signed', 'receipt: signature', ({ proof }) => releaf(proof, {}, OTHER_KEY)],
    ['a signature that is cut short', 'receipt: signature', inReceipt({ signature: '00' })],
    ['a receipt for another name', 'receipt: commitment', inReceipt({ userName: 'mara' })],
    ['a receipt of another book', 'receipt: other-origin', ({ proof }) => releaf(proof, { origin: 'other.example' })],
    ['a receipt of another draw', 'receipt: other-draw', ({ proof }) => releaf(proof, { drawId: 'dice-48/1' })],
  ];
}

function tableRows(): Row[] {
  const opens = draw.tLock - draw.periodSeconds;
  const shownAt = (at: number, met = two(at)) => ({
    checkpoint: story.book.checkpoint(at, met, 1),
    place: story.book.place(0, 1),
  });
  const changed = (change: object) => {
    const entry = listed(tableFor(draw, 3, change));
    return inDraw({ table: { hash: entry.hash, entry } });
  };
  const { entry, hash } = story.slip.draw.table;
  const untyped = { ...entry, type: '' };
  const second = secondTable();
  return [
    ['a draw id that is none', 'table: other-lottery', inDraw({ drawId: 'dice-48' })],
    ['a draw without its id', 'incomplete, table no-draw', inDraw({ drawId: '' })],
    ['a table entry without its type', 'incomplete, table no-table', inDraw({ table: { hash, entry: untyped } })],
    ['a table without its hash', 'incomplete, table no-table', inDraw({ table: { hash: '', entry } })],
    ['a table with another hash', 'table: entry-hash', inDraw({ table: { hash: ZEROS, entry } })],
    [
      'a table body that was changed',
      'table: entry-hash',
      inDraw({
        table: { hash, entry: { ...entry, body: entry.body.replace('"stake_min":"100"', '"stake_min":"101"') } },
      }),
    ],
    ['a table of another type', 'table: entry-hash', inDraw({ table: { hash, entry: { ...entry, type: 'seal' } } })],
    ['a table of another lottery', 'table: other-lottery', changed({ key: 'dice-96' })],
    ['a table that begins later', 'table: not-yet-in-force', changed({ first_period: String(draw.period + 1) })],
    ['a draw without its period length', 'incomplete, table no-schedule', inDraw({ periodSeconds: null })],
    ['another period length', 'table: period-length', inDraw({ periodSeconds: 60 })],
    ['a draw without its chain', 'incomplete, table no-chain', inDraw({ chain: null })],
    ['a chain without its genesis', 'incomplete, table no-chain', inDraw({ chain: { ...QUICKNET, genesis: null } })],
    ['another chain', 'table: other-chain', inDraw({ chain: CHAIN })],
    ['a table without its place', 'incomplete, table no-table-place', inBook({ table: null })],
    [
      'a table’s place without a checkpoint',
      'incomplete, table no-table-place',
      inBook({ table: { ...shownAt(opens - 5), checkpoint: null as never } }),
    ],
    [
      'a table’s checkpoint without its place',
      'incomplete, table no-table-place',
      inBook({ table: { ...shownAt(opens - 5), place: null as never } }),
    ],
    [
      'a table’s checkpoint of another key',
      'table: checkpoint-key',
      inBook({
        table: {
          ...shownAt(opens - 5),
          checkpoint: story.book.copy(OTHER_LOG).checkpoint(opens - 5, two(opens - 5), 1),
        },
      }),
    ],
    [
      'a table’s place without an index',
      'incomplete, table no-place',
      inBook({ table: { ...shownAt(opens - 5), place: { proof: [] } as never } }),
    ],
    [
      'a table at another place',
      'table: table-not-in-book',
      inBook({ table: { ...shownAt(opens - 5), place: { index: 0, proof: [ZEROS] } } }),
    ],
    ['a table that no witness saw', 'incomplete, table table-not-witnessed', inBook({ table: shownAt(opens - 5, []) })],
    ['a table seen when its period opened', 'table: table-too-late', inBook({ table: shownAt(opens) })],
    [
      'a table that the receipt does not name',
      'table: other-table',
      ({ proof }) => releaf(proof, { tableHash: ZEROS }),
    ],
    ['another table that is in the book as well', 'table: other-table', second],
  ];
}

/** The book contains both tables; the receipt names the other one. */
function secondTable(): Change {
  const copy = story.book.copy();
  const seq = copy.append(tableFor(draw, 3, { multipliers: { big: '10100' } }));
  const at = draw.tLock - draw.periodSeconds - 1;
  const table = { hash: copy.entry(seq).hash, entry: copy.entry(seq) };
  const shown = { checkpoint: copy.checkpoint(at, two(at)), place: copy.place(seq) };
  return ({ proof }) => {
    Object.assign(proof.draw, { table });
    Object.assign(proof.draw.book ?? {}, { table: shown });
  };
}

function scheduleRows(): Row[] {
  return [
    ['a draw without its round', 'incomplete, schedule no-schedule', inDraw({ round: null })],
    ['another round', 'schedule: other-round', inDraw({ round: draw.round + 1 })],
    ['a draw without its lock', 'incomplete, schedule no-schedule', inDraw({ locksAtMs: null })],
    ['another lock', 'schedule: other-lock', inDraw({ locksAtMs: draw.tLock * 1000 + 1 })],
    [
      'a receipt with another round',
      'schedule: receipt-schedule',
      ({ proof }) => releaf(proof, { round: draw.round + 1 }),
    ],
    [
      'a slip accepted at the lock',
      'schedule: accepted-after-lock',
      ({ proof }) => releaf(proof, { acceptedMs: draw.tLock * 1000 }),
    ],
  ];
}

/** For a table without witnesses, only the house vouches for the table's time. */
export function houseTimeRows(unwitnessed: EvidenceCase): EvidenceCase[] {
  const opensMs = (draw.tLock - draw.periodSeconds) * 1000;
  const tableAt =
    (atMs: unknown): Change =>
    (bundle) => {
      const { table } = book(bundle);
      if (table !== null) table.checkpoint.atMs = atMs as number;
    };
  return [
    bend(unwitnessed, 'a table without a time', 'incomplete, table no-time', tableAt(null)),
    bend(unwitnessed, 'a table that the house dates too late', 'table: table-too-late', tableAt(opensMs)),
    bend(unwitnessed, 'a table whose time is a text', 'table: malformed', tableAt('1')),
  ];
}

export function originCases(base: EvidenceCase): EvidenceCase[] {
  const rows = [...originRows(), ...receiptRows(), ...tableRows(), ...scheduleRows()];
  return rows.map(([name, expected, change]) => bend(base, name, expected, change));
}

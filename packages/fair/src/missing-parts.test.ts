import { describe, expect, test } from 'vitest';
import { check } from '../tests/checking.ts';
import { overriddenStory, readerOf, voidedStory, type WitnessedStory, witnessedStory } from '../tests/stories.ts';
import type { SlipProof } from './proof.ts';

type Told = Pick<WitnessedStory, 'slip' | 'table'>;

/** What a check finds without the part at `path`, whether it is left out or null. */
function without({ slip, table }: Told, path: string): string[] {
  const found = [undefined, null].map((nothing) => {
    const copy = structuredClone(slip);
    const names = path.split('.');
    const last = names.pop() ?? '';
    const holder = names.reduce((at, name) => at[name] as Fields, copy as unknown as Fields);
    if (!(last in holder)) throw new Error(`${path} is no part`);
    if (nothing === undefined) delete holder[last];
    else holder[last] = nothing;
    return check(copy as SlipProof, readerOf({ table }));
  });
  return [...new Set(found)];
}

interface Fields {
  [name: string]: unknown;
}

const drawn = witnessedStory({ beacon: 'public' });
const dated = witnessedStory({ beacon: 'public', witnesses: 0 });
const voided = voidedStory({ beacon: 'public' });
const overridden = overriddenStory();

describe('a slip of a draw is incomplete, and its own step asks for the part', () => {
  test.each([
    ['receipt', 'receipt no-receipt'],
    ['receipt.leafData', 'receipt no-receipt'],
    ['receipt.signature', 'receipt no-receipt'],
    ['receipt.publicKey', 'receipt no-receipt'],
    ['receipt.userName', 'receipt no-receipt'],
    ['receipt.salt', 'receipt no-receipt'],
    ['index', 'inclusion no-path'],
    ['count', 'inclusion no-path'],
    ['proof', 'inclusion no-path'],
    ['draw', 'origin no-draw'],
    ['draw.drawId', 'table no-draw'],
    ['draw.periodSeconds', 'table no-schedule'],
    ['draw.round', 'schedule no-schedule'],
    ['draw.locksAtMs', 'schedule no-schedule'],
    ['draw.dice', 'dice no-dice'],
    ['draw.seed', 'dice no-dice'],
    ['draw.root', 'seal no-seal'],
    ['draw.slipCount', 'seal no-seal'],
    ['draw.chain', 'table no-chain'],
    ['draw.chain.hash', 'table no-chain'],
    ['draw.chain.publicKey', 'table no-chain'],
    ['draw.chain.period', 'table no-chain'],
    ['draw.chain.genesis', 'table no-chain'],
    ['draw.chain.scheme', 'table no-chain'],
    ['draw.signature', 'beacon no-signature'],
    ['draw.table', 'origin no-table'],
    ['draw.table.hash', 'table no-table'],
    ['draw.table.entry', 'origin no-table'],
    ['draw.table.entry.type', 'table no-table'],
    ['draw.table.entry.hash', 'table no-table'],
    ['draw.table.entry.body', 'origin no-table'],
    ['draw.entries.seal', 'seal no-seal'],
    ['draw.entries.seal.type', 'seal no-seal'],
    ['draw.entries.seal.hash', 'seal no-seal'],
    ['draw.entries.seal.body', 'seal no-seal'],
    ['draw.entries.draw.type', 'beacon no-draw-entry'],
    ['draw.entries.draw.hash', 'beacon no-draw-entry'],
    ['draw.entries.draw.body', 'beacon no-draw-entry'],
    ['draw.book', 'origin no-book'],
    ['draw.book.logKey', 'origin no-log-key'],
    ['draw.book.notices', 'origin no-notices'],
    ['draw.book.table', 'table no-table-place'],
    ['draw.book.table.checkpoint', 'table no-table-place'],
    ['draw.book.table.checkpoint.note', 'table no-table-place'],
    ['draw.book.table.place', 'table no-table-place'],
    ['draw.book.table.place.index', 'table no-place'],
    ['draw.book.table.place.proof', 'table no-place'],
    ['draw.book.before', 'witness no-checkpoint'],
    ['draw.book.before.note', 'witness no-checkpoint'],
    ['draw.book.inTime.note', 'witness no-checkpoint'],
    ['draw.book.peaks', 'witness no-peaks'],
    ['draw.book.entries', 'witness no-entries'],
    ['draw.book.after', 'dice no-draw-place'],
    ['draw.book.after.checkpoint', 'dice no-draw-place'],
    ['draw.book.after.checkpoint.note', 'dice no-draw-place'],
    ['draw.book.after.draw', 'dice no-draw-place'],
    ['draw.book.after.draw.index', 'dice no-place'],
    ['draw.book.after.draw.proof', 'dice no-place'],
  ])('without %s: %s', (path, missing) => {
    expect(without(drawn, path)).toEqual([`incomplete, ${missing}`]);
  });

  test('is overdue where the house shows neither the draw nor its entries', () => {
    expect(without(drawn, 'draw.entries.draw')).toEqual(['overdue, beacon not-drawn-yet']);
    expect(without(drawn, 'draw.entries')).toEqual(['overdue, seal no-seal, beacon no-draw-entry']);
  });

  test('may say that there is no checkpoint in time, but not leave it out', () => {
    expect(without(drawn, 'draw.book.inTime')).toEqual([
      'incomplete, witness no-checkpoint',
      'incomplete, seal no-seal-in-time',
    ]);
  });

  test.each([
    'draw.table.entry.seq',
    'draw.table.entry.atMs',
    'draw.entries.seal.seq',
    'draw.entries.draw.atMs',
    'draw.entries.void',
    'draw.book.noticed',
    'draw.book.before.atMs',
    'draw.book.inTime.atMs',
    'draw.book.table.checkpoint.atMs',
    'draw.book.after.checkpoint.atMs',
    'draw.book.after.void',
  ])('but not for %s, which proves nothing', (path) => {
    expect(without(drawn, path)).toEqual(['verified']);
  });
});

test.each([
  ['draw.book.table.checkpoint.atMs', 'table no-time'],
  ['draw.book.before.atMs', 'witness no-time'],
  ['draw.book.inTime.atMs', 'witness no-time'],
])('only a house that dates its book itself has to give %s', (path, missing) => {
  expect(without(dated, path)).toEqual([`incomplete, ${missing}`]);
});

describe('a slip of a void draw', () => {
  test.each([
    ['draw.entries.void.type', 'void no-void-place'],
    ['draw.entries.void.hash', 'void no-void-place'],
    ['draw.entries.void.body', 'void no-void-place'],
    ['draw.drawId', 'table no-draw'],
    ['draw.table', 'origin no-table'],
    ['draw.table.hash', 'table no-table'],
    ['draw.round', 'schedule no-schedule'],
    ['draw.book.before', 'witness no-checkpoint'],
    ['draw.book.entries', 'witness no-entries'],
    ['draw.book.after', 'void no-void-place'],
    ['draw.book.after.checkpoint', 'void no-void-place'],
    ['draw.book.after.checkpoint.note', 'void no-void-place'],
    ['draw.book.after.void', 'void no-void-place'],
    ['draw.book.after.void.index', 'void no-place'],
    ['draw.book.after.void.proof', 'void no-place'],
  ])('is incomplete without %s: %s', (path, missing) => {
    expect(without(voided, path)).toEqual([`incomplete, ${missing}`]);
  });

  test('lacks its seal where the void is left out', () => {
    expect(without(voided, 'draw.entries.void')).toEqual(['overdue, seal not-sealed-yet']);
  });

  test('needs no part of a result', () => {
    for (const path of ['index', 'count', 'proof', 'draw.dice', 'draw.root', 'draw.slipCount', 'draw.signature']) {
      expect(without(voided, path)).toEqual(['void']);
    }
  });
});

describe('a slip of a void that was overridden', () => {
  test.each([
    ['draw.dice', 'dice no-dice'],
    ['draw.book.after', 'void no-void-place, dice no-draw-place'],
    ['draw.book.after.draw', 'dice no-draw-place'],
    ['draw.book.after.draw.index', 'void no-place'],
    ['draw.book.after.draw.proof', 'dice no-place'],
    ['draw.book.after.void', 'void no-void-place'],
    ['draw.book.after.void.index', 'void no-place'],
  ])('is incomplete without %s: %s', (path, missing) => {
    expect(without(overridden, path)).toEqual([`incomplete, ${missing}`]);
  });

  test('is overdue where the house does not show the draw, and says so', () => {
    expect(without(overridden, 'draw.entries.draw')).toEqual(['overdue, beacon not-drawn-yet']);
  });
});

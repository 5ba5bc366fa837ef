import 'fake-indexeddb/auto';
import { encodeEntry, type FateClaim } from '@tercet/fair';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { voidedStory, witnessedStory } from '../../../../../packages/fair/tests/stories.ts';
import { claimsOf, conflictingClaims, forgetClaims, KEPT_MAX, keepClaims, settleClaims } from './claim-store.ts';
import { datedClaim } from './known-claims.ts';
import { claimsIn } from './read-claims.ts';

const DRAW = 'dice-60/29743210';
const drawn: FateClaim = { drawId: DRAW, tableHash: null, seal: null, fate: 'drawn', dice: [1, 2, 3] };
const seen = { book: 'house', source: 'house', seenAtMs: 1 } as const;
const reported = (claim: Partial<FateClaim> = {}) => ({ claim: { ...drawn, ...claim }, evidence: { said: claim } });

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('the claims about draws in an answer', () => {
  it('are read from a bundle, with its seal and table', () => {
    const { draw } = witnessedStory().slip;
    const [one] = claimsIn(draw);
    expect(one?.claim).toEqual({
      drawId: draw.drawId,
      tableHash: draw.table.hash,
      seal: draw.entries.seal?.body,
      fate: 'drawn',
      dice: draw.dice,
    });
    expect(claimsIn(witnessedStory().slip).map(({ claim }) => claim)).toEqual([one?.claim]);
    expect(claimsIn(voidedStory().slip.draw)[0]?.claim.fate).toBe('void');
  });

  it('are read from lists of draws and slips, and from entries of the book', () => {
    const items = [
      { drawId: DRAW, dice: [1, 2, 3], state: 'settled' },
      { drawId: 'dice-60/2', dice: null, state: 'void' },
      { drawId: 'dice-60/3', dice: null, state: 'sealed' },
    ];
    expect(claimsIn({ pages: [{ items }] }).map(({ claim }) => [claim.drawId, claim.fate])).toEqual([
      [DRAW, 'drawn'],
      ['dice-60/2', 'void'],
    ]);
    const seal = encodeEntry({
      type: 'seal',
      draw_id: DRAW,
      root: 'ab'.repeat(32),
      count: '1',
      table: 'cd'.repeat(32),
    });
    const draw = encodeEntry({
      type: 'draw',
      draw_id: DRAW,
      round: '7',
      signature: 'ab'.repeat(48),
      dice: ['1', '2', '3'],
    });
    const voided = encodeEntry({ type: 'void', draw_id: DRAW, reason: 'seal-late', table: 'cd'.repeat(32) });
    const entries = [seal, draw, voided].map((body) => ({ type: JSON.parse(body).type, body }));
    expect(claimsIn({ items: entries }).map(({ claim }) => [claim.seal, claim.fate, claim.dice])).toEqual([
      [seal, null, null],
      [null, 'drawn', [1, 2, 3]],
      [null, 'void', null],
    ]);
  });

  it.each([[null], ['text'], [[]], [{ drawId: 7 }], [{ type: 'draw', body: '{' }], [{ drawId: 'a/1', dice: 'x' }]])(
    'are none in %j',
    (answer) => {
      expect(claimsIn(answer)).toEqual([]);
    },
  );
});

describe('the claims that this phone has received', () => {
  it('are stored once for each draw, and a fuller claim replaces a shorter one', async () => {
    expect(await keepClaims([reported({ fate: null, dice: null, seal: 'x' })], seen)).toEqual([]);
    expect(await keepClaims([reported(), reported()], { ...seen, seenAtMs: 2 })).toEqual([]);
    expect(await claimsOf('house', DRAW)).toMatchObject([{ claim: { ...drawn, seal: 'x' }, seenAtMs: 2 }]);
    expect(await claimsOf('other.example/tercet', DRAW)).toEqual([]);
  });

  it('contain both sides of a contradiction, also from one answer, until the member dismisses it', async () => {
    expect(await keepClaims([reported(), reported({ dice: [6, 6, 6] })], seen)).toEqual([DRAW]);
    expect((await conflictingClaims()).map(({ claim }) => claim.dice?.join(''))).toEqual(['123', '666']);
    const other = { ...seen, source: 'file', seenAtMs: 9 } as const;
    expect(await keepClaims([reported({ fate: 'void', dice: null })], other)).toEqual([DRAW]);
    expect(await claimsOf('house', DRAW)).toHaveLength(3);
    await forgetClaims('house', DRAW);
    expect([await claimsOf('house', DRAW), await conflictingClaims()]).toEqual([[], []]);
  });

  it('have a date only if the house itself stated it', async () => {
    const ofFile = { ...seen, source: 'file', seenAtMs: 5 } as const;
    await keepClaims([reported({ fate: 'void', dice: null })], ofFile);
    const dates = async () => (await claimsOf('house', DRAW)).map((one) => datedClaim(one).seenMs);
    expect(await dates()).toEqual([undefined]);
    await keepClaims([reported({ fate: 'void', dice: null })], { ...seen, seenAtMs: 7 });
    expect(await dates()).toEqual([7]);
    await keepClaims([reported({ fate: 'void', dice: null })], { ...ofFile, seenAtMs: 9 });
    expect(await dates()).toEqual([7]);
  });

  it('are no longer a contradiction once it is settled', async () => {
    await keepClaims([reported({ fate: 'void', dice: null }), reported()], seen);
    await settleClaims('house', DRAW);
    expect([(await claimsOf('house', DRAW)).length, await conflictingClaims()]).toEqual([2, []]);
  });

  it('are limited in number: the oldest are deleted, except contradicted ones', async () => {
    await keepClaims([reported(), reported({ dice: [6, 6, 6] })], seen);
    const many = Array.from({ length: KEPT_MAX + 5 }, (_, index) => reported({ drawId: `dice-60/${index}` }));
    await keepClaims(many.slice(0, 7), { ...seen, seenAtMs: 4 });
    await keepClaims(many.slice(7), { ...seen, seenAtMs: 5 });
    expect(await claimsOf('house', DRAW)).toHaveLength(2);
    const left = await Promise.all(many.map(({ claim }) => claimsOf('house', claim.drawId)));
    expect(left.flat()).toHaveLength(KEPT_MAX - 2);
    expect(left.slice(7).every(({ length }) => length === 1)).toBe(true);
  }, 60_000);

  it('are empty if the browser stores nothing', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new Error('closed');
      },
    });
    expect(await keepClaims([reported()], seen)).toEqual([]);
    expect(await claimsOf('house', DRAW)).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('keep only the signed part of a long bundle', async () => {
    const { draw } = witnessedStory().slip;
    const entries = Array.from({ length: 1000 }, () => 'x'.repeat(100));
    await keepClaims(claimsIn({ ...draw, book: { ...draw.book, entries } }), seen);
    const [stored] = await claimsOf('house', draw.drawId);
    expect(JSON.parse(stored?.evidence ?? '').book).toMatchObject({ after: draw.book?.after });
  });
});

import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { cosignature, LOG, ORIGIN, OTHER_LOG, type TestBook, two } from '../tests/book-kit.ts';
import { bent } from '../tests/checking.ts';
import { type Story, witnessedStory } from '../tests/stories.ts';
import { concat, utf8 } from './bytes.ts';
import { checkpointText } from './checkpoint.ts';
import { gatherWitnessed, placeOfOrigin, readEntriesOf, type Sources } from './gather.ts';
import { formatNote, formatSignature, parseVerifierKey } from './note.ts';
import type { DrawProof } from './proof.ts';
import { encodeBundle, parseTilePath, TILE_WIDTH } from './tiles.ts';

/** Serves a book's entries and its current tiles, and records the requested paths. */
function serving(book: Pick<TestBook, 'bodies' | 'leaves'>, requests: string[] = []): Pick<Sources, 'book'> {
  return {
    async book(path) {
      requests.push(path);
      const tile = parseTilePath(path);
      if (tile === null) throw new Error(path);
      const [start, end] = [tile.index * TILE_WIDTH, (tile.index + 1) * TILE_WIDTH];
      if (tile.level === 'entries') return encodeBundle(book.bodies.slice(start, end).map(utf8));
      if (tile.level === 0) return concat(...book.leaves().slice(start, end));
      throw new Error(path);
    },
  };
}

function answering(notes: readonly string[], rest: Partial<Sources> = {}): Sources {
  return {
    witnessed: async () => [{ witness: 'w', notes }],
    book: async () => Promise.reject(new Error('none')),
    ...rest,
  };
}

function storyOf(story: Story = {}) {
  const whole = witnessedStory({ beacon: 'public', ...story });
  const { evidence, draw } = whole;
  const hidden = bent(whole, { inTime: evidence.before, entries: [] }).draw;
  return { ...whole, hidden, inTimeBy: draw.draws - 3, pinned: { pinned: LOG.vkey } };
}

test('witnesses are queried for the two minutes before the lock, up to the deadline of the seal', async () => {
  const { slip, draw, inTimeBy } = storyOf();
  const requests: number[][] = [];
  const witnessed: Sources['witnessed'] = async (...span) => {
    requests.push(span);
    return [
      { witness: 'a', notes: ['x', 'y'] },
      { witness: 'b', notes: ['y'] },
    ];
  };
  const gathered = await gatherWitnessed(slip.draw, answering([], { witnessed }));
  expect(requests).toEqual([[draw.tLock - 120, inTimeBy]]);
  expect(gathered).toEqual({ witnessed: ['x', 'y'], witnessAnswers: ['a', 'b'] });
});

test('a draw without a proper id or table is the caller’s mistake', async () => {
  const { slip } = storyOf();
  await expect(gatherWitnessed({ ...slip.draw, drawId: 'x' }, answering([]))).rejects.toThrow(TypeError);
  const table = { ...slip.draw.table, entry: { ...slip.draw.table.entry, body: '{}' } };
  await expect(gatherWitnessed({ ...slip.draw, table }, answering([]))).rejects.toThrow(TypeError);
});

test('what a witness does not say is not left out silently', async () => {
  const { slip } = storyOf();
  const witnessed = async () => Promise.reject(new Error('no line'));
  await expect(gatherWitnessed(slip.draw, answering([], { witnessed }))).rejects.toThrow('no line');
});

describe('entries behind the house’s window', () => {
  test('are read up to the largest checkpoint in time', async () => {
    const { hidden, evidence, book, from, drawSeq, pinned } = storyOf();
    const requests: string[] = [];
    const sources = answering([evidence.inTime?.note ?? ''], serving(book, requests));
    expect((await gatherWitnessed(hidden, sources, pinned)).laterEntries).toEqual(book.bodies.slice(from, drawSeq));
    expect(requests).toEqual([`tile/entries/000.p/${drawSeq}`]);
  });

  test('also where the house shows no checkpoint in time at all', async () => {
    const { hidden, evidence, book, from, drawSeq, pinned } = storyOf();
    const shown = { ...hidden, book: { ...evidence, inTime: null, entries: [] } } as DrawProof;
    const sources = answering([evidence.inTime?.note ?? ''], serving(book));
    expect((await gatherWitnessed(shown, sources, pinned)).laterEntries).toEqual(book.bodies.slice(from, drawSeq));
  });

  test('are those of a checkpoint that met the policy by the deadline, with the book’s key', async () => {
    const { hidden, book, drawSeq, inTimeBy, pinned } = storyOf();
    const later = async (note: string) => {
      return (await gatherWitnessed(hidden, answering([note], serving(book)), pinned)).laterEntries?.length;
    };
    expect(await later(book.checkpoint(0, two(inTimeBy), drawSeq).note)).toBe(2);
    expect(await later(book.checkpoint(0, two(inTimeBy + 1), drawSeq).note)).toBeUndefined();
    expect(await later(book.checkpoint(0, two(inTimeBy).slice(1), drawSeq).note)).toBeUndefined();
    expect(await later(book.copy(OTHER_LOG).checkpoint(0, two(inTimeBy), drawSeq).note)).toBeUndefined();
  });

  test('are left out if the book does not serve them, or there are none', async () => {
    const { hidden, slip, evidence, pinned } = storyOf();
    const notes = [evidence.inTime?.note ?? ''];
    expect(await gatherWitnessed(hidden, answering(notes), pinned)).toEqual({
      witnessed: notes,
      witnessAnswers: ['w'],
    });
    expect(await gatherWitnessed(slip.draw, answering(notes), pinned)).not.toHaveProperty('laterEntries');
    const bookless = { ...slip.draw, book: null };
    expect(await gatherWitnessed(bookless, answering(notes), pinned)).toEqual({
      witnessed: notes,
      witnessAnswers: ['w'],
    });
  });

  test('are 20,000 at most', async () => {
    const { hidden, from, inTimeBy, pinned } = storyOf();
    const key = parseVerifierKey(LOG.vkey);
    if (key === null) throw new Error('no key');
    const counted = async (entries: number) => {
      const text = checkpointText({ origin: ORIGIN, size: from + entries, root: 'ab'.repeat(32) });
      const own = formatSignature(key, ed25519.sign(utf8(text), LOG.secretKey));
      const lines = two(inTimeBy).map(({ witness, at }) => cosignature(witness, text, at));
      const book = async () => encodeBundle(Array(TILE_WIDTH).fill(utf8('x')));
      const sources = answering([formatNote(text, [own, ...lines])], { book });
      return (await gatherWitnessed(hidden, sources, pinned)).laterEntries?.length;
    };
    expect(await counted(20_000)).toBe(20_000);
    expect(await counted(20_001)).toBeUndefined();
  });
});

test('a house that shows only a checkpoint in time, or only one before the lock, is answered', async () => {
  const { slip, evidence, pinned } = storyOf();
  for (const book of [
    { ...evidence, before: null },
    { ...evidence, inTime: null },
    { ...evidence, before: {}, inTime: {} },
  ]) {
    const draw = { ...slip.draw, book } as DrawProof;
    expect(await gatherWitnessed(draw, answering([]), pinned)).toEqual({ witnessed: [], witnessAnswers: ['w'] });
  }
});

interface Listed {
  seq: number;
  body: string;
}

describe('the list of tables', () => {
  const listedBy = async (
    newer: Story['newer'],
    bend: (seq: number) => number = (seq) => seq,
    rest: Partial<Sources> = {},
  ) => {
    const { slip, book, pinned } = storyOf(newer === undefined ? {} : { newer });
    const requests: string[] = [];
    const bodies = newer === undefined ? [0] : [0, 1];
    const listed = bodies.map((seq) => ({ seq: bend(seq), body: book.bodies[seq] ?? '' }));
    const sources = answering([], { ...serving(book, requests), tables: async () => listed, ...rest });
    const { tables } = await gatherWitnessed(slip.draw, sources, pinned);
    return { tables, asked: requests, book, listed };
  };

  test('comes with the proof of a newer table in the tree before the lock', async () => {
    const { tables, book, listed } = await listedBy({ build: 'newer' });
    expect(tables).toEqual([
      { body: listed[0]?.body, index: 0, proof: null },
      { body: listed[1]?.body, index: 1, proof: book.place(1, 4).proof },
    ]);
  });

  test('asks nothing for tables of other lotteries, from before the draw’s own, or from after the lock', async () => {
    const before = (seq: number) => (seq === 1 ? 0 : seq);
    for (const { asked: requested, tables } of [
      await listedBy({ key: 'dice-96' }),
      await listedBy({ build: 'newer' }, before),
      await listedBy({ build: 'newer' }, (seq) => seq * 4),
    ]) {
      expect(requested).toEqual([]);
      expect(tables?.map(({ proof }) => proof)).toEqual([null, null]);
    }
  });

  test('costs the proof of one table, however many the house lists, and however they look', async () => {
    const { slip, book, pinned } = storyOf({ newer: { build: 'newer' } });
    const requests: string[] = [];
    const [own, newer] = [0, 1].map((seq) => ({ seq, body: book.bodies[seq] ?? '' })) as [Listed, Listed];
    const fake = { seq: 1, body: JSON.stringify({ key: slip.draw.drawId.split('/')[0] }) };
    const listed = [own, ...Array<Listed>(1_000).fill(fake), newer, ...Array<Listed>(1_000).fill(newer)];
    const sources = answering([], { ...serving(book, requests), tables: async () => listed });
    const { tables } = await gatherWitnessed(slip.draw, sources, pinned);
    expect(tables?.flatMap(({ proof }, at) => (proof === null ? [] : at))).toEqual([1_001]);
    expect(requests).toHaveLength(1);
  });

  test('comes without a proof that the book does not serve', async () => {
    const { tables } = await listedBy({ build: 'newer' }, undefined, { book: () => Promise.reject(new Error('none')) });
    expect(tables?.map(({ proof }) => proof)).toEqual([null, null]);
  });

  test('is compared with the whole book where the draw’s own table has no place', async () => {
    const { slip, book, evidence, pinned } = storyOf({ newer: { build: 'newer' } });
    const sources = answering([], { ...serving(book), tables: async () => [{ seq: 1, body: book.bodies[1] ?? '' }] });
    const { tables } = await gatherWitnessed(
      { ...slip.draw, book: { ...evidence, table: { checkpoint: evidence.table?.checkpoint } as never } },
      sources,
      pinned,
    );
    expect(tables?.map(({ proof }) => proof)).toEqual([book.place(1, 4).proof]);
  });

  test('comes with proofs in the tree in time, where no checkpoint before the lock is shown', async () => {
    const { slip, book, evidence, drawSeq, pinned } = storyOf({ newer: { build: 'newer' } });
    const sources = answering([], { ...serving(book), tables: async () => [{ seq: 1, body: book.bodies[1] ?? '' }] });
    const { tables } = await gatherWitnessed(
      { ...slip.draw, book: { ...evidence, before: null } } as DrawProof,
      sources,
      pinned,
    );
    expect(tables?.map(({ proof }) => proof)).toEqual([book.place(1, drawSeq).proof]);
  });

  test('comes without proofs where the house shows no book', async () => {
    const { slip, book, pinned } = storyOf({ newer: { build: 'newer' } });
    const listed = [0, 1].map((seq) => ({ seq, body: book.bodies[seq] ?? '' }));
    const sources = answering([], { ...serving(book), tables: async () => listed });
    const { tables } = await gatherWitnessed({ ...slip.draw, book: null }, sources, pinned);
    expect(tables?.map(({ index, proof }) => [index, proof])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  test('that is withheld counts as missing; without a house nothing is queried', async () => {
    const { slip } = storyOf();
    expect((await gatherWitnessed(slip.draw, answering([], { tables: async () => null }))).tables).toBeNull();
    expect(await gatherWitnessed(slip.draw, answering([]))).not.toHaveProperty('tables');
  });
});

describe('the followed book', () => {
  test('is compared where it is outside of the window', async () => {
    const { slip, book, from, drawSeq, pinned } = storyOf();
    const compared = async (size: number, rest: Partial<Sources> = serving(book)) => {
      const followed = book.checkpoint(0, [], size).note;
      return (await gatherWitnessed(slip.draw, answering([], rest), { ...pinned, followed })).consistency;
    };
    expect((await compared(from - 1))?.map(({ from: small, to }) => [small, to])).toEqual([[from - 1, drawSeq]]);
    expect((await compared(drawSeq + 1))?.map(({ from: small, to }) => [small, to])).toEqual([[drawSeq, drawSeq + 1]]);
    expect(await compared(from)).toBeUndefined();
    expect(await compared(drawSeq)).toBeUndefined();
    expect(await compared(from - 1, {})).toBeUndefined();
  });

  test('of another key is not', async () => {
    const { slip, book, pinned } = storyOf();
    const followed = book.copy(OTHER_LOG).checkpoint(0, [], 1).note;
    expect(await gatherWitnessed(slip.draw, answering([], serving(book)), { ...pinned, followed })).not.toHaveProperty(
      'consistency',
    );
  });
});

describe('entries of a book', () => {
  const bodies = Array.from({ length: 600 }, (_, index) => `entry ${index}`);
  const book = { bodies, leaves: () => [] };

  test.each([
    [0, 600],
    [0, 1],
    [255, 257],
    [256, 512],
    [511, 512],
    [300, 300],
    [599, 600],
  ])('from %i to %i', async (from, to) => {
    expect(await readEntriesOf(serving(book), from, to)).toEqual(bodies.slice(from, to));
  });

  test('are requested by the current width of the book', async () => {
    const requests: string[] = [];
    await readEntriesOf(serving(book, requests), 200, 520);
    expect(requests).toEqual(['tile/entries/000', 'tile/entries/001', 'tile/entries/002.p/8']);
  });

  test('in a bundle that is short or none are not believed', async () => {
    const read = (bytes: Uint8Array) => readEntriesOf({ book: async () => bytes }, 0, 2);
    const two = encodeBundle([utf8('a'), utf8('b')]);
    expect(await read(two)).toEqual(['a', 'b']);
    await expect(read(encodeBundle([utf8('a')]))).rejects.toThrow('no proper bundle');
    await expect(read(two.slice(1))).rejects.toThrow('no proper bundle');
    await expect(read(encodeBundle([utf8('a'), Uint8Array.of(0xff)]))).rejects.toThrow(TypeError);
  });
});

test('a witness publishes a book under the hash of its origin', () => {
  expect(placeOfOrigin(ORIGIN)).toBe(createHash('sha256').update(ORIGIN).digest('hex'));
});

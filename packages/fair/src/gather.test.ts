import { expect, test, vi } from 'vitest';
import { LOG, signerOf, type TestBook, WITNESSES } from '../tests/book-kit.ts';
import { found } from '../tests/checking.ts';
import { readerOf, witnessedStory } from '../tests/stories.ts';
import { gatherWitnessed, type Sources } from './gather.ts';
import { NOTE_COSIGNATURE } from './note.ts';
import type { VerifyOptions } from './proof.ts';
import { parseTilePath } from './tiles.ts';
import { verifyDraw } from './verify.ts';

const verified = vi.hoisted(() => ({ count: 0 }));
vi.mock('@noble/curves/ed25519.js', async (original) => {
  const module = await original<typeof import('@noble/curves/ed25519.js')>();
  const verify: typeof module.ed25519.verify = (...given) => {
    verified.count += 1;
    return module.ed25519.verify(...given);
  };
  return { ...module, ed25519: { ...module.ed25519, verify } };
});

/** Sources with the answers of these witnesses and the tiles of a book. */
function sources(book: TestBook, answers: [witness: string, ...notes: string[]][] = []): Sources {
  return {
    witnessed: async () => answers.map(([witness, ...notes]) => ({ witness, notes })),
    async book(path) {
      const tile = parseTilePath(path);
      if (tile?.level !== 0) throw new Error(path);
      return Buffer.concat(book.leaves(tile.index * 256 + tile.width).slice(tile.index * 256));
    },
  };
}

test('the reader’s witnesses are queried, also about a table that names none', async () => {
  const { slip, book } = witnessedStory({ witnesses: 0 });
  const note = book.checkpoint(1).note;
  const gathered = await gatherWitnessed(slip.draw, sources(book, [['w', note]]));
  expect(gathered).toMatchObject({ witnessed: [note], witnessAnswers: ['w'] });
});

test('the followed book is compared by tiles, where it is smaller or larger than the draw’s window', async () => {
  const story = witnessedStory({ beacon: 'public' });
  const { slip, book } = story;
  const later = book.copy();
  for (let size = 0; size < 300; size++)
    later.append({ type: 'audit-head', size: '1', head: '00'.repeat(32), at: '1' });
  for (const size of [1, 2, story.drawSeq, later.size]) {
    const followed = later.checkpoint(0, [], size).note;
    const { consistency } = await gatherWitnessed(slip.draw, sources(later), { pinned: LOG.vkey, followed });
    const options: VerifyOptions = { ...readerOf(story), followed };
    expect(verifyDraw(slip.draw, { ...options, ...(consistency ? { consistency } : {}) }).verdict).toBe('verified');
    if (size !== story.drawSeq) expect(verifyDraw(slip.draw, options).verdict).toBe('incomplete');
  }
});

test('a table that a newer one had replaced is found by the book’s list of tables', async () => {
  const story = witnessedStory({ beacon: 'public', newer: { build: 'newer' } });
  const { slip, book } = story;
  const listed = [0, 1].map((seq) => ({ seq, body: book.bodies[seq] ?? '' }));
  const judged = async (tables: Sources['tables']) => {
    const gathered = await gatherWitnessed(
      slip.draw,
      { ...sources(book), ...(tables && { tables }) },
      { pinned: LOG.vkey },
    );
    return found(verifyDraw(slip.draw, { ...gathered, ...readerOf(story) }));
  };
  expect(await judged(async () => listed)).toBe('table: table-superseded');
  expect(await judged(async () => listed.slice(1))).toBe('incomplete, table no-tables');
  expect(await judged(async () => Promise.reject(new Error('no line')))).toBe('incomplete, table no-tables');
  expect(await judged(async () => listed.slice(0, 1))).toBe('verified');
  expect(await judged(undefined)).toBe('verified');
});

test('a branch of the book whose table names the house’s own witnesses is not believed', async () => {
  const own = [40, 41, 42].map((fill) => signerOf(`witness.example/h${fill}`, fill, NOTE_COSIGNATURE));
  const honest = witnessedStory({ beacon: 'public' });
  const branch = witnessedStory({ beacon: 'public', table: { witnesses: own.map(({ vkey }) => vkey) } }, own);
  const reader = { pinned: { logKey: LOG.vkey }, witnessAnswers: own.map(({ vkey }) => vkey) };
  expect(verifyDraw(branch.slip.draw, reader).verdict).toBe('verified');
  const confirmedWitnesses = WITNESSES.map(({ vkey }) => vkey);
  expect(found(verifyDraw(branch.slip.draw, { ...reader, confirmedWitnesses }))).toBe(
    'incomplete, table other-witnesses',
  );
  // Same number of entries: the confirmed witnesses' checkpoint reveals the fork.
  const witnessed = [honest.evidence.inTime?.note ?? ''];
  expect(found(verifyDraw(branch.slip.draw, { ...reader, confirmedWitnesses, witnessed }))).toBe('witness: fork');
});

test('copies of a note cost a signature check each, and equal ones none', async () => {
  const story = witnessedStory({ beacon: 'public' });
  const note = story.evidence.inTime?.note ?? '';
  const checks = async (notes: readonly string[]) => {
    verified.count = 0;
    const { witnessed } = await gatherWitnessed(story.slip.draw, sources(story.book, [['w', ...notes]]), {
      pinned: LOG.vkey,
    });
    verifyDraw(story.slip.draw, { ...readerOf(story), ...(witnessed ? { witnessed } : {}) });
    return verified.count;
  };
  const line = note.trimEnd().split('\n').at(-1) ?? '';
  const copies = (count: number) => Array.from({ length: count }, (_, index) => `${note}${`${line}\n`.repeat(index)}`);
  const once = await checks([note]);
  expect(await checks(Array(100).fill(note))).toBe(once);
  // Lines of a copy are checked, too; all copies together once for each place that reads them.
  const lines = (count: number) => (count * (count + 1)) / 2;
  expect(await checks(copies(20))).toBeLessThan(once + 6 * (lines(20) + 20));
});

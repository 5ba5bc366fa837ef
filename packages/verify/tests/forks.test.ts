import { verifyConsistencyHex } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fork } from '../src/witness/forks.ts';
import { requestBody, type ServedBook, someHash, TestBook } from './kit/book.ts';
import { TestWitness } from './kit/witness.ts';

let book: TestBook;
let other: TestBook;
let served: ServedBook;
let witness: TestWitness;

beforeEach(async () => {
  book = new TestBook().appendMany(6);
  // Both logs start alike, then have different seals for the same draw.
  other = book.fork();
  book.seal('dice-60/7', 3);
  other.seal('dice-60/7', 4);
  served = await book.serve();
  witness = await new TestWitness(book, served).start();
  await witness.add(book.request(0));
});

afterEach(async () => {
  await witness.remove();
  await served.close();
});

async function forks(): Promise<Fork[]> {
  return (await witness.json('forks')).forks;
}

/** Resolves once background investigations are saved. */
async function settled(): Promise<void> {
  await witness.restart();
}

describe('a log in two versions', () => {
  test('two signed roots for one size: refused, stored, and still shown after a restart', async () => {
    expect((await witness.add(requestBody(7, [], other.checkpoint()))).status).toBe(422);
    const [fork] = await forks();
    expect(fork).toMatchObject({ kind: 'same-size', size: 7, note: other.checkpoint(), root: other.root() });
    expect(fork?.ours).toContain(book.checkpoint());
    await witness.restart();
    expect(await forks()).toEqual([fork]);
  });

  test('is noticed whatever old size it comes with', async () => {
    expect((await witness.add(other.request(0))).status).toBe(409);
    expect(await forks()).toHaveLength(1);
  });

  test('is noticed for a size that we have left behind', async () => {
    book.appendMany(5);
    await witness.add(book.request(7));
    expect((await witness.add(other.request(0))).status).toBe(409);
    expect((await forks())[0]).toMatchObject({ kind: 'same-size', size: 7 });
  });

  test('a repeated fork is stored once; another fork beside it', async () => {
    for (let i = 0; i < 3; i++) await witness.add(other.request(0));
    const third = book.fork(6).appendMany(1);
    await witness.add(third.request(0));
    expect(await forks()).toHaveLength(2);
  });

  test('a larger tree that does not begin with ours: its proof is stored', async () => {
    other.appendMany(3);
    Object.assign(book, { bodies: other.bodies });
    expect((await witness.add(other.request(7))).status).toBe(422);
    await settled();
    const [fork] = await forks();
    expect(fork).toMatchObject({ kind: 'inconsistent', size: 10, root: other.root() });
    const { beginsWith, proof, ourRoot } = fork!.details as { beginsWith: string; proof: string[]; ourRoot: string };
    expect(verifyConsistencyHex({ from: 7, to: 10, fromRoot: beginsWith, toRoot: other.root(), proof })).toBe(true);
    expect(beginsWith).not.toBe(ourRoot);
  });

  test('signed, but shown by nobody: stored as not proven', async () => {
    other.appendMany(3);
    book.appendMany(3);
    expect((await witness.add(other.request(7))).status).toBe(422);
    await settled();
    expect((await forks()).map(({ kind }) => kind)).toEqual(['unproven']);
  });

  test('what was not proven and turns out well is dropped', async () => {
    book.appendMany(3);
    book.tampers.set('tile/0/', (bytes) => bytes.map((byte) => byte ^ 1));
    await witness.add(requestBody(7, [someHash('x')], book.checkpoint()));
    await settled();
    expect((await forks()).map(({ kind }) => kind)).toEqual(['unproven']);
    expect((await witness.add(book.request(7))).status).toBe(200);
    expect(await forks()).toEqual([]);
    await witness.restart();
    expect(await forks()).toEqual([]);
  });

  test('is on the page', async () => {
    await witness.add(other.request(0));
    const response = await fetch(`${witness.url}/`);
    const page = await response.text();
    expect(page).toContain('Misbehaviour of this log was seen once');
    expect(page).toContain(witness.vkey);
    expect(page).toContain(book.origin);
  });
});

describe('what is no fork', () => {
  test('a bad proof for a tree that is consistent: anybody can send that', async () => {
    book.appendMany(3);
    await witness.add(requestBody(7, [someHash('x')], book.checkpoint()));
    await settled();
    expect(await forks()).toEqual([]);
    expect((await witness.add(book.request(7))).status).toBe(200);
  });

  test('a root that the log has not signed', async () => {
    const stranger = new TestBook(book.origin, 9);
    stranger.bodies.push(...other.bodies);
    expect((await witness.add(stranger.request(0))).status).toBe(403);
    expect(await forks()).toEqual([]);
  });

  test('an older checkpoint', async () => {
    expect((await witness.add(book.request(0, 5))).status).toBe(409);
    expect(await forks()).toEqual([]);
  });

  test('a book that cannot be reached', async () => {
    book.appendMany(3);
    book.tampers.set('tile/', () => null);
    await witness.add(requestBody(7, [someHash('x')], book.checkpoint()));
    await settled();
    expect(await forks()).toEqual([]);
  });
});

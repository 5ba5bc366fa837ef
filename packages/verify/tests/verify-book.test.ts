import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryHash } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawOf, ORIGIN, tableOf } from '../../fair/tests/book-kit.ts';
import { resultOf } from '../../fair/tests/stories.ts';
import type { Machine } from '../src/check/environment.ts';
import { TestBook } from './kit/book.ts';
import { type Ran, tercet } from './kit/command.ts';
import { logKey } from './kit/key.ts';

const FIRST = 29_743_210;
const DRAWS = [0, 1, 2, 3].map((step) => drawOf(FIRST + step));
const table = tableOf({ witnesses: [], quorum: '0', first_period: String(FIRST) });
/** The last draw is published, and the next period has not locked. */
const NOW_MS = ((DRAWS.at(-1)?.tLock ?? 0) + 30) * 1000;
const NEXT_KEY = logKey(ORIGIN, 7);

let book: TestBook;
let server: Server;
let state: string;
/** The claimed checkpoint of the club's book, the key that it names, and entries missing from its lists. */
let checkpoint: string;
let namedKey: string;
let hidden: RegExp;

/** A book with a table and some periods, each sealed with three bets and drawn. */
function bookOf(periods: number, change: (book: TestBook) => void = () => {}): TestBook {
  const made = new TestBook(ORIGIN).append(table);
  const hash = entryHash(made.texts()[0] ?? '');
  for (const draw of DRAWS.slice(0, periods)) {
    made.seal(draw.drawId, 3, hash);
    made.append(resultOf(draw));
  }
  change(made);
  return made;
}

function show(shown: TestBook, { key = shown.key, size = shown.size } = {}): void {
  book = shown;
  checkpoint = shown.checkpoint(size, { key });
  namedKey = key.vkey;
}

beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'tercet-book-'));
  hidden = /^nothing$/;
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://club');
    const items = book.texts().flatMap((body, seq) => {
      const { type } = JSON.parse(body) as { type: string };
      return type === searchParams.get('type') && !hidden.test(type) ? [{ seq, body, hash: entryHash(body) }] : [];
    });
    const answers: Record<string, string | undefined> = {
      '/api/house': JSON.stringify({ book: { origin: ORIGIN, logKey: namedKey, witnesses: [] } }),
      '/api/book/entries': JSON.stringify({ items: items.reverse(), nextCursor: null }),
      '/book/checkpoint': checkpoint,
    };
    const path = pathname.slice('/book/'.length);
    const answer = answers[pathname] ?? (hidden.test(path) ? null : book.answer(path));
    if (answer === null) response.writeHead(404).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  show(bookOf(4));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(state, { recursive: true, force: true });
});

const PINNED = ['--log-key', new TestBook(ORIGIN).key.vkey];

function check(args: readonly string[] = PINNED, nowMs = NOW_MS, more: Partial<Machine> = {}): Promise<Ran> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return tercet(['book', url, '--state', state, ...args], nowMs, more);
}

const json = async (...args: Parameters<typeof check>) =>
  (await check([...(args[0] ?? PINNED), '--json'], args[1])).json;
const reasons = (found: Ran['json']) => found.missing?.map(({ reason }) => reason);

describe('a book', () => {
  test('that holds names what is not proven, and how far it was read', async () => {
    const { code, out } = await check();
    expect(code).toBe(3);
    expect(out).toContain('4 seals, 4 draws, 0 void, 0 not due yet');
    expect(out).toContain('4 seals recomputed from the hashes of their bets');
    expect(out).toContain('Some draws: The table names no witnesses');
    expect(out).toContain('Some draws: The beacon is run by the house');
    expect(await json()).toMatchObject({
      exitCode: 3,
      verdict: 'time-not-proven',
      missing: [],
      findings: [],
      entries: 9,
    });
  });

  test('without a pinned key is incomplete, and explains how to pin one', async () => {
    const { code, out } = await check([]);
    expect(code).toBe(6);
    expect(out).toContain(`--pin --log-key '${PINNED[1]}'`);
    expect(reasons(await json([]))).toEqual(['not-pinned']);
  });

  test('that leaves out what is due is overdue, by name', async () => {
    show(bookOf(3));
    const { code, out } = await check(PINNED, ((DRAWS[3]?.tLock ?? 0) + 60) * 1000);
    expect(code).toBe(5);
    expect(out).toContain(`Overdue: ${DRAWS[3]?.drawId} is not in the book.`);
    expect(await json(PINNED, ((DRAWS[3]?.tLock ?? 0) + 59) * 1000)).toMatchObject({ verdict: 'time-not-proven' });
  });

  test('that breaks the protocol is a breach, by code and place', async () => {
    show(bookOf(4, (made) => made.append(resultOf(DRAWS[1] ?? drawOf(0)))));
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toContain(`Refuted at entry 9 (${DRAWS[1]?.drawId}): the draw was made twice [drawn-twice]`);
  });

  test('of which a part is not handed out is incomplete', async () => {
    for (const [path, reason] of [
      [/^tile\/entries/, 'no-entries'],
      [/^slips\//, 'no-slips'],
    ] as const) {
      hidden = path;
      const found = await json();
      expect([found.verdict, reasons(found)]).toEqual(['incomplete', [reason]]);
    }
  });

  test('may be read without the lists of bets', async () => {
    hidden = /^slips\//;
    expect(await json([...PINNED, '--no-slips'])).toMatchObject({ verdict: 'time-not-proven', slipsChecked: 0 });
  });

  test('is read from the middle by the tables and hashes before it', async () => {
    expect(await json([...PINNED, '--since', '3'])).toMatchObject({ verdict: 'time-not-proven', from: 3, entries: 6 });
    const day = new Date((DRAWS[0]?.tLock ?? 0) * 1000).toISOString().slice(0, 10);
    expect(await json([...PINNED, '--since', day])).toMatchObject({ verdict: 'time-not-proven' });
    hidden = /^tile\/0/;
    expect(reasons(await json([...PINNED, '--since', '3']))).toEqual(['no-tiles']);
    hidden = /^table$/;
    expect(await json([...PINNED, '--since', '3'])).toMatchObject({ verdict: 'incomplete', unprovenCount: 6 });
    expect((await check([...PINNED, '--since', 'yesterday'])).err).toContain('expected a number or a day');
  });

  test('is read from where no draw is parted from its seal', async () => {
    for (const [since, from] of [
      ['4', 3],
      ['5', 5],
      ['8', 7],
    ] as const)
      expect(await json([...PINNED, '--since', since])).toMatchObject({ verdict: 'time-not-proven', from });
  });

  test('never passes with draws without seals, wherever reading starts', async () => {
    const [last] = DRAWS.slice(3);
    if (last === undefined) throw new Error('no draw');
    const made = bookOf(3).append({ ...table, first_period: String(FIRST + 3), build: '0.2.0' });
    show(made.append(resultOf(last)));
    const verdictFrom = async (from: number) => (await json([...PINNED, '--since', String(from)])).verdict;
    expect(await verdictFrom(0)).toBe('breach');
    // With its table read, the seal has to be there, too.
    expect(await verdictFrom(made.size - 2)).toBe('breach');
    expect(await verdictFrom(made.size - 1)).toBe('incomplete');
  });

  test('is read from a day on, and the club cannot move that day', async () => {
    const day = Math.ceil((DRAWS[3]?.tLock ?? 0) / 86_400) * 86_400;
    const since = ['--since', new Date(day * 1000).toISOString().slice(0, 10)];
    const old = bookOf(1);
    const made = bookOf(1);
    const seal = (into: TestBook, lock: number) =>
      into.seal(`dice-60/${lock / 60 - 1}`, 0, entryHash(made.texts()[0] ?? ''));
    while (made.size < 1100) seal(made, made.size < 600 ? day - 60 : day + 60);
    while (old.size < 1100) seal(old, day - 60);
    show(made);
    expect(await json([...PINNED, ...since, '--no-slips'])).toMatchObject({ from: 256 });
    // All seals of the second bundle precede the day. The third and fourth claim to as well.
    const answer = made.answer.bind(made);
    made.answer = (path) => (/^tile\/entries\/00[23]$/.test(path) ? old.answer(path) : answer(path));
    expect(reasons(await json([...PINNED, ...since, '--no-slips']))).toEqual(['no-tiles']);
  });

  test('shows a person how far it is, and a program nothing', async () => {
    const steps: string[] = [];
    const machine = { isTerminal: true, progress: (done: number, of: number) => steps.push(`${done}/${of}`) };
    await check(PINNED, NOW_MS, machine);
    expect(steps).toEqual(['9/9']);
    expect((await check([...PINNED, '--json'], NOW_MS, machine)).err).toBe('');
    expect(steps).toEqual(['9/9']);
  });
});

describe('a book that was seen before', () => {
  beforeEach(async () => {
    show(bookOf(3));
    expect(await json(PINNED, NOW_MS - 60_000)).toMatchObject({ verdict: 'time-not-proven' });
  });

  test('may grow', async () => {
    show(bookOf(4));
    expect(await json()).toMatchObject({ verdict: 'time-not-proven' });
    expect(await json([...PINNED, '--since', '8'])).toMatchObject({ verdict: 'time-not-proven' });
  });

  test('and is shown shorter is incomplete: the newer one is withheld', async () => {
    show(bookOf(2));
    const found = await json(PINNED, NOW_MS - 120_000);
    expect([found.verdict, reasons(found)]).toEqual(['incomplete', ['stale-checkpoint']]);
    // The longer one is remembered anyway.
    show(bookOf(4));
    expect(await json()).toMatchObject({ verdict: 'time-not-proven' });
  });

  test('and is told in another way is a breach, wherever it is read from', async () => {
    const forked = bookOf(4);
    // Another list of bets under the second seal.
    const other = bookOf(1);
    other.seal(DRAWS[1]?.drawId ?? '', 4, entryHash(other.texts()[0] ?? ''));
    other.append(resultOf(DRAWS[1] ?? drawOf(0)));
    for (const body of forked.bodies.slice(5)) other.appendRaw(body);
    other.tampers.set('slips/', (bytes) => bytes);
    show(other);
    const found = await json();
    expect(found.verdict).toBe('breach');
    expect(found).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining({ code: 'fork' })]) });
    expect(await json([...PINNED, '--since', '8'])).toMatchObject({ verdict: 'breach', refuted: 'fork' });
    // Also works from exactly where the last run ended.
    expect(await json([...PINNED, '--since', '7'])).toMatchObject({ verdict: 'breach', refuted: 'fork' });
  });
});

describe('a book that changes its key', () => {
  const announced = (by?: typeof NEXT_KEY) =>
    bookOf(4, (made) => made.announce(NEXT_KEY, (DRAWS[3]?.draws ?? 0) + 8 * 86_400, by));

  test('is followed from the pinned key to the next', async () => {
    show(announced(), { key: NEXT_KEY });
    expect(await json()).toMatchObject({ verdict: 'time-not-proven', keys: { named: NEXT_KEY.vkey } });
    expect(await json(['--log-key', NEXT_KEY.vkey])).toMatchObject({ verdict: 'time-not-proven' });
  });

  test('without showing the announcement, or its place, is incomplete', async () => {
    show(announced(), { key: NEXT_KEY });
    hidden = /^tile\/0/;
    expect(reasons(await json())).toEqual(['no-notices']);
  });

  test('without announcing it is a breach', async () => {
    show(bookOf(4), { key: NEXT_KEY });
    expect(await json()).toMatchObject({ verdict: 'breach', refuted: 'other-logKey' });
    show(announced(NEXT_KEY), { key: NEXT_KEY });
    expect(await json()).toMatchObject({ verdict: 'breach', refuted: 'bad-notice' });
  });

  test('and whose checkpoint no key of it signed is a breach', async () => {
    show(bookOf(4));
    checkpoint = book.checkpoint(book.size, { key: NEXT_KEY });
    expect(await json()).toMatchObject({ verdict: 'breach', refuted: 'checkpoint-key' });
  });
});

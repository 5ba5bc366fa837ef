import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOG, ORIGIN } from '../../fair/tests/book-kit.ts';
import { refuseBeyondLimits } from '../src/check/limits.ts';
import { askWitnesses } from '../src/check/witness-answers.ts';
import { openBudget, shareOf, takeBytes, takeRequest, takeWait } from '../src/net/budget.ts';
import { ANYWHERE } from '../src/net/guard.ts';
import { TestClub } from './kit/club.ts';
import { type Ran, tercet } from './kit/command.ts';

// A hostile club answers with lists without end. The check ends soon all the same, and never with a better verdict.

/** Requests that a check of the honest club makes, and some more. */
const REQUESTS_MAX = 40;
const PAGE_ENTRIES = 100;

let club: TestClub;
let state: string;
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'tercet-endless-'));
  club = await TestClub.start({ beacon: 'public', witnesses: 3 });
});
afterEach(async () => {
  await club.close();
  rmSync(state, { recursive: true, force: true });
});

function check(...args: string[]): Promise<Ran> {
  const witnesses = club.witnessKeys.flatMap((vkey, index) => ['--witness', `${vkey}=${club.witnessUrl(index)}`]);
  const common = ['--state', state, '--log-key', LOG.vkey, '--allow-local', ...witnesses];
  return tercet([...args, ...common, '--json'], club.nowMs);
}

const checkDraw = () => check('draw', club.drawId, '--club', club.url);

interface Item {
  seq: number;
  body: string;
  hash: string;
}

/** The draw's own table as the book lists it, and the same text at another index before the lock. */
function tables(): { own: Item; other: Item } {
  const { book, from } = club.story;
  const seq = club.draw.book?.table?.place.index ?? 0;
  const own = { ...book.entry(seq), seq, body: book.bodies[seq] ?? '' };
  return { own, other: { ...own, seq: from - 1 } };
}

/** Answers requests for the list of a type, by page. */
function list(type: string, pageOf: (page: number) => { items: readonly unknown[]; nextCursor: unknown }): void {
  club.instead = (request, response) => {
    const url = new URL(request.url ?? '/', club.url);
    if (url.pathname !== '/api/book/entries' || url.searchParams.get('type') !== type) return false;
    const page = pageOf(Number(url.searchParams.get('cursor') ?? 0));
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(page)));
    return true;
  };
}

const proofs = () => club.asked.filter((path) => path.startsWith('/book/tile/')).length;

function expectNoTables({ json, code }: Ran): void {
  expect(json.missing).toContainEqual(expect.objectContaining({ step: 'table', reason: 'no-tables' }));
  expect(code).toBe(6);
}

describe('a list of tables', () => {
  test('with many that claim to be newer costs one proof, and leaves the table open', async () => {
    const { own, other } = tables();
    list('table', (page) => ({
      items: [own, ...Array(PAGE_ENTRIES - 1).fill(other)],
      nextCursor: page < 9 ? String(page + 1) : null,
    }));
    expectNoTables(await checkDraw());
    expect(proofs()).toBeLessThanOrEqual(2);
  });

  test('with more entries on a page than requested is not read', async () => {
    const { own } = tables();
    list('table', () => ({ items: Array(PAGE_ENTRIES + 1).fill(own), nextCursor: null }));
    expectNoTables(await checkDraw());
    const { out } = await tercet(
      ['draw', club.drawId, '--club', club.url, '--state', state, '--log-key', LOG.vkey],
      club.nowMs,
    );
    expect(out).toContain('The list of tables was not read: The club');
    expect(out).toContain('more than 100 entries on a page');
  });

  test.each<[string, (own: Item) => readonly unknown[]]>([
    ['full pages', (own) => Array(PAGE_ENTRIES).fill(own)],
    ['empty pages', () => []],
  ])('of %s without end is left after 100 pages', async (_what, itemsOf) => {
    const items = itemsOf(tables().own);
    list('table', (page) => ({ items, nextCursor: String(page + 1) }));
    expectNoTables(await checkDraw());
    expect(club.asked.length).toBeLessThan(100 + REQUESTS_MAX);
  });
});

test('an answer about a draw with values without content is not parsed, and nothing is checked', async () => {
  club.instead = (request, response) => {
    if (request.url !== `/api/draws/${club.drawId}`) return false;
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`[${'0,'.repeat(9_000_000)}0]`));
    return true;
  };
  const { code, json } = await checkDraw();
  expect({ code, verdict: json.verdict }).toEqual({ code: 2, verdict: null });
  expect(json.error).toContain('too many values');
});

test.each(['notice-of-change', 'table'])('a book with a list of %s without end is not checked', async (type) => {
  const items = Array(PAGE_ENTRIES).fill(tables().own);
  const { note } = club.story.book.checkpoint(club.story.draw.draws, []);
  list(type, (page) => ({ items, nextCursor: String(page + 1) }));
  const listed = club.instead;
  club.instead = (request, response) => {
    if (request.url !== '/book/checkpoint') return listed?.(request, response) ?? false;
    response.end(note);
    return true;
  };
  const { code, json } = await check('book', club.url);
  expect({ code, verdict: json.verdict }).toEqual({ code: 2, verdict: null });
  expect(json.error).toContain(`list of ${type} entries is too long`);
});

describe('a witness among others', () => {
  const terms = { requestsMax: 100, bytesMax: 1_000, timeMs: 60_000 };

  test('is waited for during half of the time in all, over as many questions as there are', () => {
    const budget = openBudget(terms);
    takeWait(shareOf(budget, 'slow', 3), 20_000);
    expect(takeRequest(shareOf(budget, 'slow', 3))).toBe(true);
    takeWait(shareOf(budget, 'slow', 3), 10_000);
    expect(takeRequest(shareOf(budget, 'slow', 3))).toBe(false);
    expect(shareOf(budget, 'slow', 3).exceeded).toBe('more time than this check may wait for one witness');
    expect([takeRequest(shareOf(budget, 'other', 3)), budget.exceeded]).toEqual([true, null]);
  });

  test('that is slow at every question is asked until its time is over, and the others go on', async () => {
    let requests = 0;
    club.instead = (request, response) => {
      if (!/^\/witness\/2\//.test(request.url ?? '')) return false;
      requests += 1;
      setTimeout(() => response.writeHead(500).end(), 150);
      return true;
    };
    const toSeconds = Math.floor(club.nowMs / 1000);
    const question = { origin: ORIGIN, fromSeconds: toSeconds - 600, toSeconds, expected: club.witnessKeys };
    const budget = openBudget({ ...terms, bytesMax: 2 ** 30 });
    // As after many other receipts.
    const named = club.namedWitnesses();
    takeWait(shareOf(budget, named[2]?.url ?? '', named.length), 29_900);
    const ask = () => askWitnesses(named, question, { ...ANYWHERE, budget });
    // Each request is tried twice.
    for (const asked of [2, 2]) {
      const { answers, silent } = await ask();
      expect([answers.length, silent.length, requests]).toEqual([2, 1, asked]);
    }
    expect(budget.exceeded).toBeNull();
  });

  test('uses up its own share alone, however often it is asked', () => {
    const budget = openBudget(terms);
    expect(takeBytes(shareOf(budget, 'a', 5), 100)).toBe(true);
    expect(takeBytes(shareOf(budget, 'a', 5), 1)).toBe(false);
    expect(shareOf(budget, 'a', 5).exceeded).toBe('more than this check may read from one witness');
    expect(takeRequest(shareOf(budget, 'a', 5))).toBe(false);
    expect(budget).toMatchObject({ exceeded: null, bytesLeft: 899, requestsLeft: 99 });
    expect(takeRequest(shareOf(budget, 'b', 5))).toBe(true);
    expect(takeBytes(shareOf(budget, 'b', 5), 89)).toBe(true);
  });

  test('meets the limits of the whole check', () => {
    for (const short of [{ requestsMax: 0 }, { timeMs: -1 }]) {
      const budget = openBudget({ ...terms, ...short });
      expect(takeRequest(shareOf(budget, 'a', 2))).toBe(false);
      expect(budget.exceeded).toBe(shareOf(budget, 'a', 2).exceeded);
      expect(budget.exceeded).toContain('in all');
    }
  });

  test('that answers with too much is silent, and the others count', async () => {
    const junk = gzipSync(`,"junk":"${'a'.repeat(1_000_000)}"}`);
    club.instead = (request, response) => {
      const url = new URL(request.url ?? '/', club.url);
      if (!/^\/witness\/2\/.*\/cosigned$/.test(url.pathname)) return false;
      const next = gzipSync(`{"checkpoints":[],"next":${Number(url.searchParams.get('to')) - 1}`);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.concat([next, junk]));
      return true;
    };
    const budget = openBudget({ ...terms, bytesMax: 8_000_000 });
    const toSeconds = Math.floor(club.nowMs / 1000);
    const question = { origin: ORIGIN, fromSeconds: toSeconds - 600, toSeconds, expected: club.witnessKeys };
    const { answers, silent } = await askWitnesses(club.namedWitnesses(), question, { ...ANYWHERE, budget });
    expect(answers.map(({ witness }) => witness).toSorted()).toEqual(club.witnessKeys.slice(0, 2).toSorted());
    expect(silent.map(({ why }) => why)).toEqual([expect.stringContaining('read from one witness')]);
    expect(budget.exceeded).toBe(null);
  });
});

describe('a check that met the limit of its requests', () => {
  const met = { ...openBudget({ requestsMax: 1, bytesMax: 1, timeMs: 60_000 }), exceeded: 'too much' };

  test.each([0, 2, 3, 4, 5, 6])('is refused, whatever it found otherwise: exit code %i', (exitCode) => {
    expect(() => refuseBeyondLimits(met, { exitCode })).toThrow('Not checked: too much');
  });

  test('keeps a breach', () => {
    expect(() => refuseBeyondLimits(met, { exitCode: 1 })).not.toThrow();
  });

  test('is none where no limit was met', () => {
    expect(() => refuseBeyondLimits({ ...met, exceeded: null }, { exitCode: 0 })).not.toThrow();
    expect(() => refuseBeyondLimits(undefined, { exitCode: 0 })).not.toThrow();
  });
});

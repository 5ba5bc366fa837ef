import { beforeEach, expect, test, vi } from 'vitest';
import type { Slip } from '../../api/shared/types.ts';
import { hasNewResults, isNewResult, noteResultsSeen, resultsSeen, seenAfter } from './seen-results.ts';
import { settledResults } from './settled-results.ts';

let lastId = 0;

/** A slip of a draw, placed at a time. */
function slip(drawId: string, placedAtMs: number, state: Slip['state'] = 'lost'): Slip {
  lastId += 1;
  const [lotteryKey, period] = drawId.split('/');
  return { id: `${lastId}`, drawId, lotteryKey, period: Number(period), state, placedAtMs } as Slip;
}

const NOTHING = { upToMs: 0, waiting: [] };

function newDraws(slips: Slip[], seen: typeof NOTHING | ReturnType<typeof seenAfter>): string[] {
  return settledResults(slips, false)
    .filter((result) => isNewResult(result, seen))
    .map(({ drawId }) => drawId);
}

test('a result is new until the list was opened with it, whether the bets won or lost', () => {
  const slips = [slip('a/3', 30, 'won'), slip('a/2', 20), slip('a/1', 10, 'void')];
  expect(newDraws(slips, NOTHING)).toEqual(['a/3', 'a/2', 'a/1']);
  const seen = seenAfter(NOTHING, slips, []);
  expect(newDraws(slips, seen)).toEqual([]);
  expect(newDraws([slip('a/4', 40), ...slips], seen)).toEqual(['a/4']);
});

test('a bet that waited when the list was opened is new with its result', () => {
  const waiting = slip('b/7', 15, 'pending');
  const seen = seenAfter(NOTHING, [slip('a/2', 20), waiting], [waiting]);
  expect(newDraws([slip('a/2', 20), { ...waiting, state: 'lost' }], seen)).toEqual(['b/7']);
});

test('a result further down the list than the loaded slips counts as soon as its draw is not open any more', () => {
  const far = slip('b/7', 1, 'pending');
  const seen = seenAfter(NOTHING, [slip('a/2', 20)], [far]);
  expect(hasNewResults([], [far], seen)).toBe(false);
  expect(hasNewResults([], null, seen)).toBe(false);
  expect(hasNewResults([], [], seen)).toBe(true);
});

test('an open bet is no news, and a list of open bets that is older than the results brings none back', () => {
  const before = slip('a/3', 30, 'pending');
  const results = settledResults([before], false);
  expect(hasNewResults(results, [before], NOTHING)).toBe(false);
  expect(seenAfter(NOTHING, [{ ...before, state: 'won' }], [before]).waiting).toEqual([]);
});

test('what another tab has seen is not forgotten', () => {
  const seen = seenAfter(NOTHING, [slip('a/3', 30)], []);
  expect(seenAfter(seen, [slip('a/2', 20)], [])).toBe(seen);
});

const stored = new Map<string, string>();
let isBroken = false;

beforeEach(() => {
  const act = <T>(does: T): T => {
    if (isBroken) throw new Error('full');
    return does;
  };
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => act(stored.get(name) ?? null),
    setItem: (name: string, text: string) => act(stored.set(name, text)),
    removeItem: (name: string) => act(stored.delete(name)),
  });
});

test('each member has a mark of their own on the phone', () => {
  noteResultsSeen('mira', [slip('a/3', 30)], []);
  expect(resultsSeen('mira').upToMs).toBe(30);
  expect(resultsSeen('tara')).toEqual(NOTHING);
  expect([...stored.values()]).toEqual(['{"upToMs":30,"waiting":[]}']);
});

test('with full, blocked or damaged storage the page remembers what it has shown', () => {
  isBroken = true;
  noteResultsSeen('bo', [slip('a/3', 30)], []);
  expect(resultsSeen('bo').upToMs).toBe(30);
  isBroken = false;
  for (const [at, text] of ['7', '{"upToMs":"x"}', '{"upToMs":null,"waiting":3}', '{'].entries()) {
    stored.set(`tercet.draft.damaged-${at}.results-seen`, text);
    expect(resultsSeen(`damaged-${at}`)).toEqual(NOTHING);
  }
});

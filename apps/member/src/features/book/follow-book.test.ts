import { verifyConsistencyHex } from '@tercet/fair';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../api/shared/problem.ts';
import { evidenceOf } from './evidence-file.ts';
import { type BookBreach, type BookSource, beginAnew, type Following, followBook } from './follow-book.ts';
import { Log, type LogKeys, logKeys, manyRules, memoryStore, noticeBody, ruleBody } from './test-log.ts';

const KEYS = logKeys();
const NOW_MS = 1_900_000_000_000;

/** A phone and its house. Tests may change both between two visits. */
function phone(log: Log, keys: LogKeys = KEYS) {
  const house = {
    log,
    note: () => house.log.note(keys),
    namedKey: keys.vkey as string | null,
    notices: [] as string[],
  };
  const requested = { pauses: 0 };
  const source: BookSource = {
    checkpoint: async () => house.note(),
    logKey: async () => house.namedKey,
    // A notice that is not in the book claims index 0.
    notices: async () => house.notices.map((body) => ({ seq: Math.max(0, house.log.bodies.indexOf(body)), body })),
    tile: (level, index, width) => house.log.tile(level, index, width),
    nowMs: () => NOW_MS,
    pause: async () => {
      requested.pauses += 1;
    },
  };
  const store = memoryStore();
  return { house, asked: requested, store, source, visit: () => followBook(source, store) };
}

function bookOf(following: Following) {
  if (following.state !== 'followed') throw new Error(`is ${following.state}`);
  return following.book;
}

function breachOf(following: Following): BookBreach {
  if (following.state !== 'breach') throw new Error(`is ${following.state}`);
  return following.breach;
}

describe('a book that only grows', () => {
  it('is followed from the first checkpoint on, with the first key', async () => {
    const { house, visit } = phone(new Log(manyRules(5)));
    expect(await visit()).toMatchObject({ state: 'followed', began: true, book: { size: 5, sinceSize: 5 } });
    house.log.add(...manyRules(3));
    house.namedKey = logKeys().vkey;
    const next = await visit();
    expect(next).toMatchObject({ began: false, book: { size: 8, sinceSize: 5, logKey: KEYS.vkey, formerKeys: [] } });
    expect(await visit()).toMatchObject({ state: 'followed', book: { size: 8 } });
  });

  it.each([
    [0, 1],
    [1, 256],
    [255, 257],
    [256, 700],
    [700, 66_000],
  ])('is followed from %i to %i entries, by tiles of the newer tree alone', async (from, to) => {
    const all = manyRules(to);
    const { house, visit } = phone(new Log(all.slice(0, from)));
    await visit();
    house.log = new Log(all);
    expect(bookOf(await visit()).size).toBe(to);
  });

  it('gives no verdict if the house names no key or does not answer', async () => {
    const { house, visit, store } = phone(new Log(manyRules(4)));
    house.namedKey = null;
    expect(await visit()).toEqual({ state: 'unnamed' });
    house.namedKey = KEYS.vkey;
    await visit();
    house.log = new Log(manyRules(9));
    const tile = house.log.tile;
    house.log.tile = () => Promise.reject(new Problem('offline', 0));
    await expect(visit()).rejects.toThrow('offline');
    expect(await store.read('breach')).toBeNull();
    house.log.tile = tile;
    expect(bookOf(await visit()).size).toBe(9);
  });

  it('is not pulled back by a slower page of the same phone', async () => {
    const { house, visit, store, source } = phone(new Log(manyRules(4)));
    await visit();
    house.log = new Log(manyRules(6));
    // The slow page reads the stored book and waits for the house; meanwhile this page moves ahead.
    const slow = followBook(
      {
        ...source,
        checkpoint: async () => {
          const note = house.note();
          house.log = new Log(manyRules(9));
          await visit();
          return note;
        },
      },
      store,
    );
    expect(bookOf(await slow).size).toBe(6);
    expect(await store.read('followed')).toMatchObject({ size: 9 });
  });
});

describe('a book that was changed', () => {
  it('is a fork where the same size has another root', async () => {
    const { house, visit } = phone(new Log(manyRules(7)));
    await visit();
    house.log = new Log([...manyRules(6), ruleBody(99)]);
    const breach = breachOf(await visit());
    expect(breach).toMatchObject({ kind: 'fork', otherRoot: house.log.root(), followed: { size: 7 } });
  });

  it('is a fork where it grew from other entries, which the proof itself shows', async () => {
    const { house, visit, asked: requested } = phone(new Log(manyRules(300)));
    const before = bookOf(await visit());
    const forked = manyRules(900);
    forked[123] = ruleBody(5000);
    house.log = new Log(forked);
    const breach = breachOf(await visit());
    expect(breach.kind).toBe('fork');
    expect(requested.pauses).toBe(1);
    const claim = { from: 300, to: 900, toRoot: house.log.root(), proof: [...breach.proof] };
    expect(verifyConsistencyHex({ ...claim, fromRoot: breach.otherRoot ?? '' })).toBe(true);
    expect(verifyConsistencyHex({ ...claim, fromRoot: before.root })).toBe(false);
    expect(JSON.parse(evidenceOf(breach))).toMatchObject({
      kind: 'fork',
      seenBefore: { note: before.note, logKey: KEYS.vkey },
      shownNow: { note: house.note() },
      rootAtOldSize: breach.otherRoot,
    });
  });

  it('is unproven if the entries belong to neither tree', async () => {
    for (const junk of [new Uint8Array(32 * 256).fill(9), new Uint8Array(31)]) {
      const { house, visit } = phone(new Log(manyRules(40)));
      await visit();
      house.log = new Log(manyRules(90));
      house.log.tile = async (_, __, width) => (junk.length < 32 ? junk : junk.subarray(0, width * 32));
      expect(breachOf(await visit())).toMatchObject({ kind: 'no-proof', otherRoot: null });
    }
  });

  it('is rolled back where it is shorter than it was', async () => {
    const { house, visit, asked: requested } = phone(new Log(manyRules(30)));
    await visit();
    house.log = new Log(manyRules(29));
    expect(breachOf(await visit())).toMatchObject({ kind: 'rollback', followed: { size: 30 } });
    expect(requested.pauses).toBe(1);
  });

  it('is requested twice, since one server of the house may lag behind', async () => {
    const { house, visit } = phone(new Log(manyRules(30)));
    await visit();
    const answers = [house.log.note(KEYS, 12), house.log.note(KEYS, 30)];
    house.note = () => answers.shift() ?? '';
    expect(await visit()).toMatchObject({ state: 'followed', book: { size: 30 } });
  });

  it('stays a breach, whatever the house shows later, until the member dismisses it', async () => {
    const { house, visit, store } = phone(new Log(manyRules(7)));
    await visit();
    house.log = new Log(manyRules(6));
    const found = breachOf(await visit());
    house.log = new Log(manyRules(12));
    expect(breachOf(await visit())).toEqual(found);
    await beginAnew(store);
    expect(await visit()).toMatchObject({ state: 'followed', began: true, book: { size: 12 } });
  });
});

describe('the key of the book', () => {
  it('is the one that this phone knows, and no other', async () => {
    const other = logKeys();
    const log = new Log(manyRules(6));
    for (const note of [log.note(other), 'no note at all', log.note(KEYS).replace('\n6\n', '\n7\n')]) {
      const { house, visit } = phone(new Log(manyRules(5)));
      await visit();
      house.namedKey = other.vkey;
      house.note = () => note;
      expect(breachOf(await visit())).toMatchObject({ kind: 'wrong-key', shown: { note } });
    }
  });

  it('is wrong from the start where the first checkpoint is not signed by the key that is named', async () => {
    const { house, visit } = phone(new Log(manyRules(5)));
    house.namedKey = logKeys().vkey;
    expect(breachOf(await visit())).toMatchObject({ kind: 'wrong-key', followed: null });
  });

  it('does not pass to another book of the same key', async () => {
    const { house, visit } = phone(new Log(manyRules(5)));
    await visit();
    house.note = () => house.log.note(KEYS, 5, 'other.example/tercet');
    expect(breachOf(await visit()).kind).toBe('wrong-key');
  });

  it('may change by a notice that the old key signed, and again by the next', async () => {
    const [second, third] = [logKeys(), logKeys()];
    const { house, visit } = phone(new Log(manyRules(300)));
    await visit();
    house.notices = [noticeBody(KEYS, second, NOW_MS / 1000), noticeBody(second, third, NOW_MS / 1000)];
    house.log.add(...house.notices, ruleBody(1));
    house.note = () => house.log.note(third);
    expect(bookOf(await visit())).toMatchObject({
      logKey: third.vkey,
      formerKeys: [KEYS.vkey, second.vkey],
      size: 303,
    });
    house.log.add(ruleBody(2));
    expect(bookOf(await visit())).toMatchObject({
      logKey: third.vkey,
      formerKeys: [KEYS.vkey, second.vkey],
      size: 304,
    });
    house.note = () => house.log.note(KEYS);
    expect(breachOf(await visit()).kind).toBe('wrong-key');
  });

  it('does not change by a notice that is too early, forged, of another key, or not in the book', async () => {
    const [second, stranger] = [logKeys(), logKeys()];
    const now = NOW_MS / 1000;
    const cases = [
      { notice: noticeBody(KEYS, second, now + 60), logged: true },
      { notice: noticeBody(KEYS, second, now, second), logged: true },
      { notice: noticeBody(stranger, second, now), logged: true },
      { notice: noticeBody(KEYS, second, now), logged: false },
    ];
    for (const { notice, logged } of cases) {
      const { house, visit } = phone(new Log(manyRules(8)));
      await visit();
      house.log.add(logged ? notice : ruleBody(50), ruleBody(51));
      house.notices = [notice];
      house.note = () => house.log.note(second);
      expect(breachOf(await visit()).kind).toBe('wrong-key');
    }
  });
});

import {
  buildOwedTree,
  encodeEntry,
  entryHash,
  inclusionProofHex,
  type OwedFile,
  sumTreePath,
  TURNOVER_PLAYERS_MIN,
  toHex,
} from '@tercet/fair';
import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../../../packages/fair/tests/book-kit.ts';
import { type BalanceQuestion, checkBalance } from './balance-check.ts';
import { forgetCheck, storeCheck, storedChecks } from './stored-balance-checks.ts';
import { Log, logKeys, manyRules, memoryStore, ruleBody } from './test-log.ts';
import { turnoverOf } from './turnover.ts';

const DATE = '2026-11-21';
const NOW_MS = 1_800_000_000_000;
const KEYS = logKeys();
/** The first entry of the book. */
const TABLE = encodeEntry(tableOf({ witnesses: [], quorum: '0' }));

function liabilitiesBody(root: string, total: bigint, leaves: number, date = DATE): string {
  const day = { date, epoch: '9', root, total: String(total), leaves: String(leaves) };
  return encodeEntry({ type: 'liabilities', ...day, turnover: [] });
}

/** A day with liabilities to mira and another member, and the book with that entry at index 300. */
function day() {
  const leaves = ['other', 'mira'].flatMap((userName, member) =>
    [0, 1, 2, 3].map((split) => {
      const nonce = `${member}${split}`.padStart(64, '0');
      return { userName, nonce, split, amountMinor: BigInt(100 * (member + 1) + split) };
    }),
  );
  const tree = buildOwedTree(DATE, leaves);
  const body = liabilitiesBody(tree.root, tree.total, tree.leaves);
  const log = new Log([TABLE, ...manyRules(299), body, ...manyRules(40)]);
  const splits = leaves.flatMap(({ userName, split, nonce, amountMinor }, index) =>
    userName === 'mira'
      ? [{ split, nonce, amountMinor: String(amountMinor), index, path: sumTreePath(tree, index) }]
      : [],
  );
  const index = 300;
  const proof = inclusionProofHex(log.hashes().map(toHex), index);
  const file: OwedFile = {
    format: 'tercet/v1 owed',
    date: DATE,
    userName: 'mira',
    owedMinor: '806',
    root: tree.root,
    total: String(tree.total),
    leaves: tree.leaves,
    splits,
    entry: { seq: index, type: 'liabilities', hash: entryHash(body), body, atMs: NOW_MS },
    inBook: { index, proof, checkpoint: log.note(KEYS) },
  };
  return { log, file };
}

const CONFIRMED = { date: DATE, owedMinor: '806' };

function check(log: Log, file: unknown, requested: Partial<BalanceQuestion> = {}, tables = [{ seq: 0, body: TABLE }]) {
  const source = { file: async () => file, tile: log.tile, tables: async () => tables, nowMs: () => NOW_MS };
  return checkBalance(source, {
    userName: 'mira',
    followed: bookOf(log),
    origin: 'club.example/tercet',
    witnesses: [],
    confirmed: CONFIRMED,
    ...requested,
  });
}

function bookOf(log: Log, size = log.bodies.length) {
  return { size, root: log.root(size), logKey: KEYS.vkey, formerKeys: [] };
}

function outcome(found: Awaited<ReturnType<typeof check>>, id: string): string | undefined {
  return found?.steps.find((step) => step.id === id)?.state;
}

describe("a member's balance in the debts", () => {
  it('is found in the tree and in the book that this phone follows', async () => {
    const { log, file } = day();
    const found = await check(log, file);
    expect(found).toMatchObject({ verdict: 'time-not-proven', timeGaps: ['no-witnesses'], isCompared: true });
    expect(found).toMatchObject({ date: DATE, owedMinor: '806', checkedAtMs: NOW_MS, file });
    expect(found?.steps.every(({ state }) => state === 'ok')).toBe(true);
  });

  it('is not proven where the house withholds its tables, which name the witnesses', async () => {
    const { log, file } = day();
    expect(await check(log, file, {}, [])).toMatchObject({ verdict: 'incomplete' });
  });

  it('is only proven once the member confirms the sum', async () => {
    const { log, file } = day();
    for (const confirmed of [null, { date: '2026-11-20', owedMinor: '806' }]) {
      const found = await check(log, file, { confirmed });
      expect(found).toMatchObject({ verdict: 'incomplete', isCompared: false });
      expect(outcome(found, 'own')).toBe('open');
    }
    expect((await check(log, file, { confirmed: { date: DATE, owedMinor: '805' } }))?.verdict).toBe('breach');
  });

  it('waits where the book is not followed, or was not seen since', async () => {
    const { log, file } = day();
    const early = await check(log, file, { followed: bookOf(log, 300) });
    expect(early?.verdict).toBe('pending');
    expect(outcome(early, 'book')).toBe('open');
    // A phone that follows no book knows no key either.
    expect(await check(log, file, { followed: null })).toMatchObject({ verdict: 'incomplete' });
    expect(await check(log, file, { followed: bookOf(log, 301) })).toMatchObject({ verdict: 'time-not-proven' });
    expect(await check(log, null)).toBeNull();
  });

  it('is broken if the entry is not in the book, even if everything else verifies', async () => {
    const { log, file } = day();
    const hidden = new Log(log.bodies.with(300, ruleBody(1)));
    const found = await check(hidden, file);
    expect(found?.verdict).toBe('breach');
    expect(outcome(found, 'book')).toBe('refuted');
    expect(outcome(found, 'entry')).toBe('ok');
    const other = { ...file, entry: file.entry && { ...file.entry, seq: 12 } };
    expect((await check(log, other))?.verdict).toBe('breach');
    const foreign = { ...file, inBook: file.inBook && { ...file.inBook, checkpoint: log.note(logKeys()) } };
    expect((await check(log, foreign))?.verdict).toBe('breach');
  });

  it('is missing its place where the house does not show it', async () => {
    const { log, file } = day();
    const { inBook: _, ...unplaced } = file;
    const found = await check(log, unplaced);
    expect(found?.verdict).toBe('incomplete');
    expect(outcome(found, 'place')).toBe('open');
  });

  it('is missing what the house leaves out of the file', async () => {
    const { log, file } = day();
    const { entry, ...others } = file;
    const { body: _, ...unsaid } = entry ?? {};
    for (const lacking of [others, { ...file, entry: {} }, { ...file, entry: unsaid }]) {
      const found = await check(log, lacking);
      expect(found?.verdict).toBe('incomplete');
      expect(outcome(found, 'entry')).toBe('open');
      expect(outcome(found, 'book')).toBe('open');
    }
    for (const lacking of [{ ...file, total: null }, {}]) {
      const found = await check(log, lacking);
      expect(found).toMatchObject({ verdict: 'incomplete', date: null });
      expect(found?.steps[0]).toMatchObject({ id: 'file', state: 'open', reason: 'no-part' });
    }
  });

  it('is broken by another sum, another name, a lost split and anything that is no file', async () => {
    const { log, file } = day();
    const [first, ...rest] = file.splits;
    if (first === undefined) throw new Error('there are four splits');
    const files = [
      { ...file, owedMinor: '807' },
      { ...file, userName: 'other' },
      { ...file, splits: rest },
      { ...file, splits: [{ ...first, amountMinor: '201' }, ...rest], owedMinor: '807' },
      { ...file, total: '1' },
      'no file',
    ];
    for (const broken of files) {
      expect((await check(log, broken, { confirmed: null }))?.verdict).toBe('breach');
    }
  });
});

describe('the stored results of checks', () => {
  const stored = (date: string, verdict: 'verified' | 'breach' | 'pending', owedMinor = '1') =>
    ({
      userName: 'mira',
      checkedAtMs: NOW_MS,
      date,
      owedMinor,
      verdict,
      timeGaps: [],
      steps: [],
      file: {},
      isCompared: true,
    }) as const;

  it('are one check a day, newest first, separate for each member', async () => {
    const store = memoryStore();
    await storeCheck(store, stored('2026-11-20', 'verified'));
    await storeCheck(store, stored('2026-11-21', 'pending'));
    await storeCheck(store, stored('2026-11-21', 'verified'));
    await storeCheck(store, { ...stored('2026-11-21', 'verified'), userName: 'tomas' });
    const mine = await storedChecks(store, 'mira');
    expect(mine.map(({ date, verdict }) => `${date} ${verdict}`)).toEqual([
      '2026-11-21 verified',
      '2026-11-20 verified',
    ]);
    expect(await storedChecks(store, 'tomas')).toHaveLength(1);
    expect(await storedChecks(store, 'aiko')).toEqual([]);
  });

  it('keep a breach despite a better answer of the same day, and despite many days', async () => {
    const store = memoryStore();
    await storeCheck(store, stored('2026-11-20', 'breach', '5'));
    await storeCheck(store, stored('2026-11-20', 'verified', '6'));
    for (let day = 1; day <= 40; day++) {
      await storeCheck(store, stored(`2027-01-${String(day).padStart(2, '0')}`, 'verified'));
    }
    const mine = await storedChecks(store, 'mira');
    expect(mine).toHaveLength(31);
    expect(mine.at(-1)).toMatchObject({ verdict: 'breach', owedMinor: '5' });
    await forgetCheck(store, 'mira', '2026-11-20');
    expect(await storedChecks(store, 'mira')).toHaveLength(30);
  });
});

describe('turnover', () => {
  it('are read from the entries of debts; unreadable ones are ignored', () => {
    const rows = [{ key: 'dice-60', players: String(TURNOVER_PLAYERS_MIN), staked: '900', paid: '850' }];
    const shape = { type: 'liabilities', epoch: '9', root: 'ab'.repeat(32), total: '1', leaves: '8' } as const;
    const bodies = [encodeEntry({ ...shape, date: DATE, turnover: rows }), 'nothing', ruleBody(1)];
    const found = turnoverOf(bodies);
    expect(found).toEqual([{ date: DATE, key: 'dice-60', stakedMinor: 900n, paidMinor: 850n }]);
  });
});

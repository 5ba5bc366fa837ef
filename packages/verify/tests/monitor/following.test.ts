import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dice, drawDice } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawOf, ORIGIN } from '../../../fair/tests/book-kit.ts';
import { resultOf } from '../../../fair/tests/stories.ts';
import { logKey } from '../kit/key.ts';
import { FIRST, KEY, MonitoredClub } from '../kit/monitored.ts';

let club: MonitoredClub;
beforeEach(async () => {
  club = await MonitoredClub.start(2);
});
afterEach(() => club.close());

const DAY_SECONDS = 86_400;

describe('an honest club', () => {
  test('raises no alarm, and every entry is checked once', async () => {
    const watching = await club.monitor();
    expect(await watching.steps()).toEqual([]);
    club.play(2);
    club.play(3);
    expect(await watching.steps(2)).toEqual([]);
    const checked = watching.printed.filter(({ event }) => event === 'checked');
    expect(checked.map(({ from, size }) => [from, size])).toEqual([
      [0, 5],
      [5, 9],
    ]);
    expect(watching.monitor.store.counts).toMatchObject({ entries: 9, seals: 4, draws: 4, slipsChecked: 4 });
    expect(checked.at(-1)).toMatchObject({ root: club.book.root(), origin: ORIGIN });
  });

  test('is followed from where the last run ended, without reading anything again', async () => {
    const first = await club.monitor();
    await first.steps();
    first.close();
    club.play(2);
    club.asked = [];
    const second = await club.monitor();
    expect(second.printed[0]).toMatchObject({ event: 'started', size: 5 });
    expect(await second.steps()).toEqual([]);
    expect(second.monitor.store.counts).toMatchObject({ entries: 7, seals: 3, draws: 3 });
    expect(club.asked.filter((path) => path.startsWith('/book/slips/'))).toHaveLength(1);
  });

  test('may change its key by an announcement in the book', async () => {
    const next = logKey(ORIGIN, 7);
    const watching = await club.monitor();
    await watching.steps();
    club.book.announce(next, drawOf(FIRST + 2).draws + 8 * DAY_SECONDS);
    club.play(2);
    club.checkpoint = club.book.checkpoint(club.book.size, { key: next });
    club.instead = (request, response) => {
      if (request.url !== '/api/house') return false;
      response.end(JSON.stringify({ book: { origin: ORIGIN, logKey: next.vkey } }));
      return true;
    };
    expect(await watching.steps()).toEqual([]);
    expect(watching.monitor.store.keys).toEqual([KEY.vkey, next.vkey]);
  });
});

describe('an entry that breaks the protocol', () => {
  const cases: [code: string, change: () => void][] = [
    ['drawn-twice', () => club.draw(1)],
    ['drawn-unsealed', () => club.draw(2)],
    ['malformed', () => club.book.appendRaw(Buffer.from('{"type":"seal"}'))],
    ['two-seals', () => club.seal(1, 4)],
    ['period-missing', () => club.seal(3)],
    [
      'void-and-drawn',
      () =>
        club.book.append({
          type: 'void',
          draw_id: drawOf(FIRST + 1).drawId,
          reason: 'seal-late',
          table: club.tableHash,
        }),
    ],
    ['other-table', () => club.book.seal(drawOf(FIRST + 2).drawId, 1, 'ab'.repeat(32))],
    [
      'dice',
      () => {
        club.seal(2);
        const [a, b, c] = drawOf(FIRST + 2).dice;
        club.book.append(resultOf({ ...drawOf(FIRST + 2), dice: [(a % 6) + 1, b, c] as Dice }));
      },
    ],
    [
      'signature',
      () => {
        club.seal(2);
        // Dice that follow from a signature of another round.
        const { round, signature, drawId, chain } = { ...drawOf(FIRST + 2), signature: drawOf(FIRST + 9).signature };
        const { dice } = drawDice({ chainHash: chain.hash, round, signature, drawId });
        club.book.append(resultOf({ ...drawOf(FIRST + 2), signature, dice }));
      },
    ],
    ['period-length', () => club.book.append({ ...club.table, period_seconds: '120', first_period: '29743999' })],
    ['notice', () => club.book.announce(logKey(ORIGIN, 7), 1)],
  ];

  test.each(cases)('%s is reported once, and not again after a restart', async (code, change) => {
    const first = await club.monitor();
    expect(await first.steps()).toEqual([]);
    change();
    const seq = club.book.size - 1;
    expect(await first.steps()).toContain(code);
    expect(first.printed.find((one) => one.code === code)).toMatchObject({ event: 'alarm', kind: 'breach' });
    expect(await first.steps(2)).toEqual([]);
    first.close();
    const second = await club.monitor();
    expect(second.holding).toContain(code);
    expect(await second.steps(2)).toEqual([]);
    expect(second.printed.filter(({ event }) => event === 'alarm')).toEqual([]);
    expect(second.monitor.alarms.all.find((one) => one.code === code)?.seq).toBe(seq);
  });

  test('a seal over other bets than are handed out is reported', async () => {
    const watching = await club.monitor();
    club.instead = (request, response) => {
      if (!request.url?.startsWith('/book/slips/')) return false;
      response.end(Buffer.alloc(96, 1));
      return true;
    };
    expect(await watching.steps()).toEqual(['slips', 'slips']);
  });

  test('a day of what the house owes that is left out is reported', async () => {
    const watching = await club.monitor();
    await watching.steps();
    for (const date of ['2026-07-21', '2026-07-23']) {
      club.book.append({
        type: 'liabilities',
        date,
        epoch: '1',
        root: '00'.repeat(32),
        total: '0',
        leaves: '1',
        turnover: [],
      });
    }
    expect(await watching.steps()).toEqual(['liabilities-missing']);
    expect(watching.monitor.store.counts.liabilities).toBe(2);
  });
});

describe('two books under one key', () => {
  test('of the same length are a fork, with both checkpoints as evidence', async () => {
    const watching = await club.monitor();
    await watching.steps();
    const other = club.book.fork(4).appendMany(1);
    club.checkpoint = other.checkpoint();
    expect(await watching.steps(2)).toEqual(['fork']);
    expect(watching.monitor.alarms.open).toMatchObject([{ kind: 'fork', code: 'fork', seq: 5 }]);
    const [file = ''] = readdirSync(join(club.data, 'evidence'));
    const evidence = JSON.parse(readFileSync(join(club.data, 'evidence', file), 'utf8'));
    expect(evidence).toMatchObject({ ours: club.book.checkpoint(), theirs: other.checkpoint() });
    watching.close();
    // The honest book again: the fork stays, and nothing is reported twice.
    club.checkpoint = null;
    const second = await club.monitor();
    expect(await second.steps(2)).toEqual([]);
    expect(second.holding).toEqual(['fork']);
  });

  test('are a fork where the longer one does not begin with the checked one', async () => {
    const watching = await club.monitor();
    await watching.steps();
    const other = club.book.fork(3).appendMany(6);
    club.book = other;
    expect(await watching.steps(2)).toContain('fork');
    expect(existsSync(join(club.data, 'evidence', `fork-${other.size}.json`))).toBe(true);
    expect(watching.monitor.store.size).toBe(5);
  });

  test('are none where only the entries on the way are others: that ends when they are right', async () => {
    const watching = await club.monitor();
    await watching.steps();
    club.play(2);
    const { book } = club;
    const other = book.fork(5).appendMany(2);
    const answer = book.answer.bind(book);
    book.answer = (path) => (path.startsWith('tile/entries/') ? other.answer(path) : answer(path));
    expect(await watching.steps(2)).toEqual(['root']);
    book.answer = answer;
    expect(await watching.steps()).toEqual(['-root']);
  });
});

describe('what the club does not show', () => {
  test('a withheld draw does not hide the next one', async () => {
    const watching = await club.monitor();
    await watching.steps();
    const withhold = async (periods: readonly number[]) => {
      for (const period of periods) club.seal(period);
      club.at(periods.at(-1) ?? 0, 100);
      return watching.steps(2);
    };
    expect(await withhold([2])).toEqual(['overdue']);
    expect(await withhold([3])).toEqual(['overdue']);
    // An outage is reported by its oldest draws.
    expect(await withhold(Array.from({ length: 28 }, (_, place) => place + 4))).toHaveLength(8);
    expect(watching.printed.at(-1)?.text).toMatch(/, and \d+ more of dice-60$/);
  });

  test('a draw that is due is overdue, and that is over once it is in the book', async () => {
    const watching = await club.monitor();
    await watching.steps();
    club.at(2, 61);
    expect(await watching.steps()).toEqual(['overdue']);
    expect(watching.printed.at(-1)).toMatchObject({ kind: 'overdue', subject: drawOf(FIRST + 2).drawId });
    watching.close();
    const second = await club.monitor();
    expect(await second.steps(2)).toEqual([]);
    club.play(2);
    expect(await second.steps()).toEqual(['-overdue']);
    expect(second.holding).toEqual([]);
  });

  test('a shorter book than before is missing its end', async () => {
    const watching = await club.monitor();
    await watching.steps();
    club.checkpoint = club.book.checkpoint(3);
    expect(await watching.steps(2)).toEqual(['stale-checkpoint']);
    club.checkpoint = null;
    expect(await watching.steps()).toEqual(['-stale-checkpoint']);
  });

  test('lists of bets are asked for again until they are handed out', async () => {
    const watching = await club.monitor();
    club.hidden = /^\/book\/slips\//;
    expect(await watching.steps()).toEqual(['no-slips']);
    expect(watching.monitor.store.size).toBe(5);
    watching.close();
    const second = await club.monitor();
    expect(await second.steps()).toEqual([]);
    club.hidden = /^nothing$/;
    expect(await second.steps()).toEqual(['-no-slips']);
  });

  test.each([
    ['no-checkpoint', /^\/book\/checkpoint$/],
    ['no-entries', /^\/book\/tile\/entries\//],
  ])('%s is missing, and then it is silence', async (code, hidden) => {
    const watching = await club.monitor(['--silence', '3']);
    await watching.steps();
    const heardMs = club.nowMs;
    club.play(2);
    club.hidden = hidden;
    expect(await watching.steps()).toEqual([code]);
    club.nowMs = heardMs + 3 * 60_000 - 1;
    expect(await watching.steps()).toEqual([]);
    club.nowMs += 1;
    expect(await watching.steps()).toEqual(['silence']);
    watching.close();
    const second = await club.monitor(['--silence', '3']);
    expect(await second.steps()).toEqual([]);
    club.hidden = /^nothing$/;
    club.at(2, 40);
    expect(await second.steps()).toEqual([`-${code}`, '-silence']);
  });

  test('a checkpoint of another key is a breach, and nothing is read under it', async () => {
    const watching = await club.monitor();
    club.checkpoint = club.book.checkpoint(club.book.size, { key: logKey(ORIGIN, 9) });
    expect(await watching.steps(2)).toEqual(['checkpoint-key']);
    expect(watching.monitor.store.size).toBe(0);
    club.checkpoint = null;
    expect(await watching.steps()).toEqual(['-checkpoint-key']);
  });
});

describe('the folder', () => {
  test('is used by one monitor at a time', async () => {
    await club.monitor();
    await expect(club.monitor()).rejects.toThrow('Another monitor is using');
  });

  test.each(['book.json', 'alarms.json'])('with a damaged %s is refused', async (name) => {
    const first = await club.monitor();
    await first.steps();
    club.at(2, 61);
    await first.steps();
    first.close();
    writeFileSync(join(club.data, name), '{"version":1');
    await expect(club.monitor()).rejects.toThrow(`${name} is damaged`);
  });

  test('of another book is refused', async () => {
    (await club.monitor()).close();
    const key = ['--log-key', logKey('other.example/tercet', 1).vkey];
    await expect(club.monitor(key)).rejects.toThrow(`belongs to the book of ${ORIGIN}`);
  });

  test('that cannot be written ends the monitor', async () => {
    const watching = await club.monitor();
    mkdirSync(join(club.data, 'alarms.json.new'));
    club.at(2, 61);
    await expect(watching.steps()).rejects.toThrow('cannot be written');
  });
});

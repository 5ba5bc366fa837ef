import { beforeAll, describe, expect, it } from 'vitest';
import {
  type DrawEntry,
  drawDice,
  drawIdOf,
  type Entry,
  encodeEntry,
  entryHash,
  lockTime,
  roundFor,
  type SealEntry,
  type TableEntry,
} from '../../../../../../packages/fair/src/index.ts';
import {
  beaconSignature,
  CHAIN,
  LOG,
  ORIGIN,
  tableOf,
  textOf,
  WITNESSES,
} from '../../../../../../packages/fair/tests/book-kit.ts';
import { BundleRefused } from '../../book/read-draws.ts';
import { Log } from '../../book/test-log.ts';
import { auditDay, type DayProgress, type DaySource, type DayWanted } from './audit-day.ts';

const DAY = '2026-07-02';
const DAY_MS = Date.parse(`${DAY}T00:00:00Z`);
const HOUR_SECONDS = 3600;
const LENGTH = 6 * HOUR_SECONDS;
/** The period whose bets close at the first moment of the day. */
const FIRST = DAY_MS / 1000 / LENGTH - 1;

interface Written {
  entry: Entry;
  atMs: number;
}

function table(key: string, firstPeriod: number, more: Partial<TableEntry> = {}): TableEntry {
  const rule = { key, period_seconds: String(LENGTH), first_period: String(firstPeriod) };
  return tableOf({ ...rule, witnesses: [], quorum: '0', ...more });
}

function owed(date: string, atMs: number): Written {
  const nothing = { epoch: '1', root: '00'.repeat(32), total: '0', leaves: '1' };
  return { entry: { type: 'liabilities', date, ...nothing, turnover: [] }, atMs };
}

function sealAndDraw(key: string, period: number, of = table(key, FIRST - 4)): Written[] {
  const lock = lockTime(period, LENGTH);
  const drawId = drawIdOf(key, period);
  const round = roundFor(lock, CHAIN);
  const signature = beaconSignature(round);
  const { dice } = drawDice({ chainHash: CHAIN.hash, round, signature, drawId });
  const seal: SealEntry = {
    type: 'seal',
    draw_id: drawId,
    root: '11'.repeat(32),
    count: '3',
    table: entryHash(encodeEntry(of)),
  };
  const draw: DrawEntry = { type: 'draw', draw_id: drawId, round: String(round), signature, dice: textOf(dice) };
  return [
    { entry: seal, atMs: (lock + 3) * 1000 },
    { entry: draw, atMs: (lock + 15) * 1000 },
  ];
}

const TABLE_A = entryHash(encodeEntry(table('slow-a', FIRST - 4)));

/** Two and a half days of two tables; the tests audit the day in the middle. */
let honest: Written[];
beforeAll(() => {
  const periods = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map((step) => FIRST + step);
  const early = DAY_MS - 3 * 86_400_000;
  honest = [
    { entry: table('slow-a', FIRST - 4), atMs: early },
    { entry: table('slow-b', FIRST - 4), atMs: early },
    ...[-1, 0, 1, 2].map((days) => {
      const startMs = DAY_MS + days * 86_400_000;
      return owed(new Date(startMs).toISOString().slice(0, 10), startMs + 60_000);
    }),
    ...periods.flatMap((period) => [...sealAndDraw('slow-a', period), ...sealAndDraw('slow-b', period)]),
  ].sort((a, b) => a.atMs - b.atMs);
});

function audit(
  written: readonly Written[],
  bend: Partial<DaySource> = {},
  nowMs = DAY_MS + 3 * 86_400_000,
  gaps: DayWanted['gaps'] = [],
) {
  const log = new Log(written.map(({ entry }) => encodeEntry(entry)));
  const reports: DayProgress[] = [];
  const source: DaySource = {
    bundle: (index, width) => log.bundle(index, width),
    tile: (level, index, width) => log.tile(level, index, width),
    loggedBefore: async (place) => {
      const found = written[Math.min(place, written.length) - 1];
      return found === undefined ? null : { seq: written.indexOf(found), atMs: found.atMs };
    },
    tables: async () =>
      written.flatMap(({ entry }, seq) => (entry.type === 'table' ? [{ seq, body: encodeEntry(entry) }] : [])),
    stops: async () =>
      written.flatMap(({ entry }, seq) => (entry.type === 'stop' ? [{ seq, body: encodeEntry(entry) }] : [])),
    witnessed: async () => ({ notes: [], answers: [] }),
    nowMs: () => nowMs,
    ...bend,
  };
  const checkpoint = { size: log.bodies.length, root: log.root() };
  const wanted: DayWanted = { day: DAY, origin: ORIGIN, logKeys: [LOG.vkey], gaps };
  return auditDay(source, checkpoint, wanted, (progress) => reports.push(progress)).then((found) => ({
    ...found,
    told: reports,
  }));
}

function without(written: readonly Written[], type: string, drawId: string): Written[] {
  return written.filter(({ entry }) => entry.type !== type || !('draw_id' in entry) || entry.draw_id !== drawId);
}

describe('a day as it should be', () => {
  it('counts its own draws, of all tables, and no others', async () => {
    const found = await audit(honest);
    expect(found).toMatchObject({
      draws: 8,
      seals: 8,
      voids: 0,
      pending: [],
      overdue: [],
      unproven: [],
      findings: [],
      verdict: 'time-not-proven',
      timeGaps: ['no-witnesses', 'house-run-beacon'],
    });
    expect(found.tables).toEqual(
      ['slow-a', 'slow-b'].map((key) => ({ key, expected: 4, seals: 4, draws: 4, voids: 0 })),
    );
    // Includes the first minutes of the next day, where late draws would be.
    expect(found.entries).toBe(22);
    expect(found.told.at(-1)).toEqual({ entries: 22, of: 22, draws: 8 });
  });

  it('names overdue draws, and expects no future ones', async () => {
    const nowMs = DAY_MS + 13 * 3600 * 1000;
    const sofar = honest.filter(({ atMs, entry }) => atMs < nowMs && entry !== honest.at(-1)?.entry);
    const open = without(sofar, 'draw', `slow-a/${FIRST + 2}`);
    const found = await audit(open, {}, nowMs);
    const late = { pending: [], overdue: [`slow-a/${FIRST + 2}`], verdict: 'overdue' };
    expect(found).toMatchObject({ draws: 5, findings: [], ...late });
    expect(found.tables.map(({ expected }) => expected)).toEqual([3, 3]);
  });

  it('begins with the first period of a table that opened on it', async () => {
    const late: Written[] = [{ entry: table('slow-c', FIRST + 2), atMs: DAY_MS + HOUR_SECONDS * 1000 }];
    const more = [2, 3].flatMap((step) => sealAndDraw('slow-c', FIRST + step));
    const found = await audit([...honest, ...late, ...more].sort((a, b) => a.atMs - b.atMs));
    expect(found.findings).toEqual([]);
    expect(found.tables.at(-1)).toEqual({ key: 'slow-c', expected: 2, seals: 2, draws: 2, voids: 0 });
  });

  it('may be empty', async () => {
    const found = await audit(honest.filter(({ atMs }) => atMs > DAY_MS + 2 * 86_400_000));
    expect(found).toMatchObject({ draws: 0, entries: 0, findings: [], tables: [] });
  });
});

describe('a day without all of its evidence', () => {
  it('is incomplete where the key is not pinned', async () => {
    expect((await audit(honest, {}, undefined, ['not-pinned'])).verdict).toBe('incomplete');
  });

  it('is incomplete if witnesses should have dated its seals and were not queried', async () => {
    const named = { witnesses: WITNESSES.map(({ vkey }) => vkey), quorum: '2' };
    const witnessed = table('slow-w', FIRST - 4, named);
    const first: Written = { entry: witnessed, atMs: DAY_MS - 3 * 86_400_000 };
    const draws = [-4, -3, -2, -1, 0, 1, 2, 3, 4].flatMap((step) => sealAndDraw('slow-w', FIRST + step, witnessed));
    const found = await audit([...honest, first, ...draws].sort((a, b) => a.atMs - b.atMs));
    expect(found).toMatchObject({ verdict: 'incomplete', findings: [] });
    expect(found.unproven).toEqual([0, 1, 2, 3].map((step) => `slow-w/${FIRST + step}`));
  });

  it('is incomplete where the house does not list a table', async () => {
    const listed = honest.slice(0, 1).map(({ entry }, seq) => ({ seq, body: encodeEntry(entry) }));
    const found = await audit(honest, { tables: async () => listed });
    expect([found.verdict, found.findings, found.unproven.length > 0]).toEqual(['incomplete', [], true]);
  });
});

describe('a day with draws that were never sealed', () => {
  const isSeal = ({ entry }: Written, key: string) => entry.type === 'seal' && entry.draw_id.startsWith(key);

  it.each(['slow-a', 'slow-'])('is incomplete: tables %s', async (key) => {
    const found = await audit(honest.filter((one) => !isSeal(one, key)));
    expect(found.verdict).toBe('incomplete');
    expect(found.unproven).toContain(`slow-a/${FIRST + 1}`);
  });

  it('is incomplete wherever the house says that the day begins', async () => {
    const gone = without(honest, 'seal', `slow-a/${FIRST}`);
    const at = gone.findIndex(({ entry }) => entry.type === 'draw' && entry.draw_id === `slow-a/${FIRST}`);
    const early = DAY_MS - 3_600_000;
    const lied = gone.map((one, index) => (index < at ? { ...one, atMs: Math.min(one.atMs, early) } : one));
    const found = await audit(lied);
    expect(found.verdict).toBe('incomplete');
    expect(found.unproven).toContain(`slow-a/${FIRST}`);
  });
});

describe('a day on which the house cheats', () => {
  it.each([0, 1, 3])('leaves out period %i of it', async (step) => {
    const drawId = `slow-b/${FIRST + step}`;
    const found = await audit(without(without(honest, 'seal', drawId), 'draw', drawId));
    // In the middle of a day the next entry shows the gap. At either end no entry follows.
    const reported = [...found.findings.map(({ drawId: id, code }) => `${id} ${code}`), ...found.overdue];
    expect(reported).toEqual([...(step === 1 ? [`slow-b/${FIRST + 2} period-missing`] : []), drawId]);
    expect(found.verdict).toBe(step === 1 ? 'breach' : 'overdue');
  });

  it('leaves out a draw that it owed', async () => {
    const isOfDay = ({ entry }: Written) => entry.type === 'liabilities' && entry.date === DAY;
    const found = await audit(honest.filter((one) => !isOfDay(one)));
    expect(found).toMatchObject({ verdict: 'overdue', overdue: [`liabilities/${DAY}`] });
  });

  it.each(['dice', 'signature', 'other-round'] as const)('draws with a false %s', async (what) => {
    const drawId = `slow-a/${FIRST + 1}`;
    const bent = honest.map(({ entry, atMs }): Written => {
      if (entry.type !== 'draw' || entry.draw_id !== drawId) return { entry, atMs };
      const round = String(Number(entry.round) + 1);
      if (what === 'other-round') return { entry: { ...entry, round }, atMs };
      const signature = beaconSignature(Number(round));
      const other = drawDice({ chainHash: CHAIN.hash, round: Number(entry.round), signature, drawId }).dice;
      if (what === 'signature') return { entry: { ...entry, signature, dice: textOf(other) }, atMs };
      const [first, ...rest] = entry.dice;
      return {
        entry: { ...entry, dice: [String((Number(first) % 6) + 1), ...rest] as [string, string, string] },
        atMs,
      };
    });
    expect((await audit(bent)).findings).toEqual([{ drawId, code: what }]);
  });

  it('seals twice, or draws without a seal', async () => {
    const drawId = `slow-a/${FIRST + 1}`;
    const at = honest.findIndex(({ entry }) => entry.type === 'seal' && entry.draw_id === drawId);
    const second: SealEntry = { type: 'seal', draw_id: drawId, root: '22'.repeat(32), count: '4', table: TABLE_A };
    const twice = honest.toSpliced(at + 1, 0, { entry: second, atMs: honest[at]?.atMs ?? 0 });
    expect((await audit(twice)).findings).toEqual([{ drawId, code: 'two-seals' }]);
    const codes = (await audit(without(honest, 'seal', drawId))).findings.map(({ code }) => code);
    expect(codes).toContain('drawn-unsealed');
  });

  it('does not affect the neighbouring days', async () => {
    const before = `slow-a/${FIRST - 1}`;
    const after = `slow-a/${FIRST + 4}`;
    const bent = without(without(honest, 'seal', before), 'seal', after);
    expect((await audit(bent)).findings).toEqual([]);
  });
});

describe('a house that serves other data than it signed', () => {
  it('is refused: changed entries, and a table that is not in the book', async () => {
    const bent = new Log(honest.map(({ entry }) => encodeEntry(entry)).toReversed());
    await expect(audit(honest, { bundle: (index, width) => bent.bundle(index, width) })).rejects.toThrow(BundleRefused);
    const foreign = { seq: 0, body: encodeEntry(table('slow-a', FIRST - 5, { build: 'other' })) };
    await expect(audit(honest, { tables: async () => [foreign] })).rejects.toThrow(BundleRefused);
  });
});

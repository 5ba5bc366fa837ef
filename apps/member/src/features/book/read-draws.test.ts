import { describe, expect, it } from 'vitest';
import { BundleRefused, type DrawsProgress, type EntrySource, readDraws } from './read-draws.ts';
import { drawBody, Log, ruleBody } from './test-log.ts';

/** A book of two tables with 4 entries per period: each draw follows an entry of another type. */
function bookOf(periods: number): Log {
  const log = new Log();
  for (let period = 0; period < periods; period++) {
    const die = 1 + (period % 6);
    log.add(ruleBody(period), drawBody(`dice-30/${period}`, [die, die, die]));
    log.add(ruleBody(period), drawBody(`dice-300/${period}`, [1, 2, 3]));
  }
  return log;
}

function checkpointOf(log: Log) {
  return { size: log.bodies.length, root: log.root() };
}

function read(log: Log, draws: number, source: Partial<EntrySource> = {}, checkpoint = checkpointOf(log)) {
  const reports: DrawsProgress[] = [];
  const reading = readDraws({ ...log, ...source }, checkpoint, { key: 'dice-30', draws }, (now) => reports.push(now));
  return reading.then((found) => ({ ...found, told: reports }));
}

describe('reading draws from the book', () => {
  const log = bookOf(200);

  it('counts all draws of the table and no others', async () => {
    const found = await read(log, 1000);
    expect(found).toMatchObject({ entries: 800, firstPeriod: 0, cutShort: false });
    expect(found.counts.draws).toBe(200);
    // Triples only, so the sums are 3, 6, … 18. The other table always has the sum 6.
    expect(found.counts.sums).toEqual([34, 0, 0, 34, 0, 0, 33, 0, 0, 33, 0, 0, 33, 0, 0, 33]);
    expect(found.told.at(-1)).toEqual({ draws: 200, entries: 800 });
  });

  it('takes the newest ones, and reads no further than it must', async () => {
    const found = await read(log, 20);
    expect(found.counts.draws).toBe(20);
    expect(found.firstPeriod).toBe(180);
    expect(found.entries).toBe((800 % 256) + 256);
  });

  it('takes whole bundles where a mirror keeps no parts, up to the size that is followed', async () => {
    const checkpoint = { size: 798, root: log.root(798) };
    const found = await read(log, 1000, { bundle: (index) => log.bundle(index, 256) }, checkpoint);
    expect(found.entries).toBe(798);
    expect(found.counts.draws).toBe(200);
  });

  it('reads nothing from an empty book', async () => {
    expect(await read(new Log(), 10)).toMatchObject({ entries: 0, firstPeriod: null, counts: { draws: 0 } });
  });

  it.each([
    ['changed', (bodies: string[]) => bodies.with(200, drawBody('dice-30/50', [6, 6, 6]))],
    ['left out', (bodies: string[]) => bodies.toSpliced(200, 1)],
    ['put in', (bodies: string[]) => bodies.toSpliced(200, 0, drawBody('dice-30/50', [6, 6, 6]))],
    ['out of order', (bodies: string[]) => [bodies[1] ?? '', bodies[0] ?? '', ...bodies.slice(2)]],
  ])('refuses a bundle with an entry %s', async (_, bend) => {
    const bent = new Log(bend(log.bodies));
    await expect(read(log, 1000, { bundle: bent.bundle })).rejects.toThrow(BundleRefused);
  });

  it('refuses bytes that are no bundle, and tiles that are not of this tree', async () => {
    await expect(read(log, 1000, { bundle: async () => Uint8Array.of(0, 9, 1) })).rejects.toThrow(BundleRefused);
    const other = new Log(log.bodies.with(5, ruleBody(7777)));
    await expect(read(log, 1000, { tile: other.tile })).rejects.toThrow(BundleRefused);
  });

  it('passes on the error of its source', async () => {
    const bundle = (index: number, width: number) =>
      index === 0 ? Promise.reject(new Error('gone')) : log.bundle(index, width);
    await expect(read(log, 1000, { bundle })).rejects.toThrow('gone');
  });
});

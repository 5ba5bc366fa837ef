import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { realDisk } from '../storage/disk.ts';
import { CHECKPOINTS_PAGE, Publication } from './publication.ts';
import type { Mark } from './publication-draft.ts';

const DAY = 86_400;
const START = Date.parse('2026-11-21T00:00:00Z') / 1000;

let folder: string;
let publication: Publication;
let mark: Mark | null;
let size: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tercet-publication-test-'));
  mark = null;
  size = 0;
  publication = await Publication.open(folder, realDisk, mark);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Cosigns at a time, with a number of new entries. */
async function cosign(atSeconds: number, entries = 1): Promise<void> {
  const draft = publication.draft(size, atSeconds);
  await draft.add(
    size,
    Array.from({ length: entries }, (_, i) => `entry ${size + i}`),
  );
  await draft.finish(atSeconds, `note of ${atSeconds}`);
  publication.commit(draft);
  mark = draft.mark;
  size += entries;
}

async function reopen(): Promise<void> {
  publication = await Publication.open(folder, realDisk, mark);
}

async function times(from = 0, to = Number.MAX_SAFE_INTEGER): Promise<number[]> {
  const { checkpoints } = await publication.cosigned(from, to);
  for (const { note, atSeconds } of checkpoints) expect(note).toBe(`note of ${atSeconds}`);
  return checkpoints.map(({ atSeconds }) => atSeconds);
}

describe('what was cosigned', () => {
  test('in a span of time, ascending, both ends included, over days', async () => {
    const all = [START, START + 5, START + DAY - 1, START + DAY, START + 3 * DAY + 7];
    for (const at of all) await cosign(at);
    for (const _ of [1, 2]) {
      expect(await times()).toEqual(all);
      expect(await times(START + 5, START + DAY)).toEqual(all.slice(1, 4));
      expect(await times(START + 6, START + DAY - 2)).toEqual([]);
      expect(await times(START + 2 * DAY)).toEqual(all.slice(4));
      expect(await times(0, START - 1)).toEqual([]);
      await reopen();
    }
  });

  test('by pages of the newest, each second whole, and none twice or left out', async () => {
    const all: number[] = [];
    for (let i = 0; i < CHECKPOINTS_PAGE + 500; i++) all.push(START + Math.floor(i / 3));
    for (const at of all) await cosign(at, 0);
    const newest = await publication.cosigned(0, Number.MAX_SAFE_INTEGER);
    expect(newest.checkpoints.length).toBeLessThanOrEqual(CHECKPOINTS_PAGE);
    const older = await publication.cosigned(0, newest.next ?? Number.NaN);
    expect(older.next).toBeNull();
    const both = [...older.checkpoints, ...newest.checkpoints].map(({ atSeconds }) => atSeconds);
    expect(both).toEqual(all);
  });

  test('a second with more than a page is given whole', async () => {
    await cosign(START - 1, 0);
    for (let i = 0; i < CHECKPOINTS_PAGE + 2; i++) await cosign(START, 0);
    const { checkpoints, next } = await publication.cosigned(0, Number.MAX_SAFE_INTEGER);
    expect(checkpoints).toHaveLength(CHECKPOINTS_PAGE + 2);
    expect(next).toBe(START - 1);
  });

  test('is stored for 90 days and then deleted, with its entries', async () => {
    await cosign(START + DAY - 1);
    await cosign(START + 2 * DAY);
    await publication.expire(START + DAY - 1 + 90 * DAY);
    expect(await times()).toHaveLength(2);
    await publication.expire(START + 92 * DAY);
    expect(await times()).toEqual([START + 2 * DAY]);
    expect(await publication.entries(0, 9)).toBeNull();
    expect(await publication.heldFrom()).toBe(1);
    expect(readdirSync(folder)).toEqual(['2026-11-23.jsonl']);
    await reopen();
    expect(await times()).toEqual([START + 2 * DAY]);
  });

  test('after a silence of more than 90 days it goes on', async () => {
    await cosign(START);
    await publication.expire(START + 200 * DAY);
    expect(await publication.heldFrom()).toBeNull();
    await reopen();
    await cosign(START + 200 * DAY, 2);
    await reopen();
    expect(await times()).toEqual([START + 200 * DAY]);
    expect(await publication.entries(1, 9)).toEqual(['entry 1', 'entry 2']);
  });
});

describe('what was not concluded', () => {
  test('is not shown, and is overwritten by the next', async () => {
    await cosign(START, 3);
    const left = publication.draft(size, START + 1);
    await left.add(size, ['never', 'never', 'never']);
    await left.finish(START + 1, 'never');
    expect(await times()).toEqual([START]);
    expect(await publication.entries(3, 9)).toBeNull();
    await cosign(START + 2, 1);
    for (const _ of [1, 2]) {
      expect(await times()).toEqual([START, START + 2]);
      expect(await publication.entries(0, 9)).toEqual(['entry 0', 'entry 1', 'entry 2', 'entry 3']);
      await reopen();
    }
  });

  test('of a new day is removed by a restart', async () => {
    await cosign(START);
    const left = publication.draft(size, START + DAY);
    await left.finish(START + DAY, 'never');
    await reopen();
    expect(readdirSync(folder)).toEqual(['2026-11-21.jsonl']);
    expect(await times()).toEqual([START]);
  });

  test('of an old day is not shown either, once there is a newer one', async () => {
    await cosign(START, 2);
    const left = publication.draft(size, START + 1);
    await left.add(size, ['never']);
    await left.finish(START + 1, 'never');
    await cosign(START + DAY, 2);
    await reopen();
    expect(await times()).toEqual([START, START + DAY]);
    expect(await publication.entries(0, 9)).toEqual(['entry 0', 'entry 1', 'entry 2', 'entry 3']);
  });

  test('torn lines behind the mark do not matter; a file shorter than the mark does', async () => {
    await cosign(START, 2);
    const path = join(folder, '2026-11-21.jsonl');
    writeFileSync(path, '{"seq":2,"bod', { flag: 'a' });
    await reopen();
    expect(await times()).toEqual([START]);
    await cosign(START + 1);
    expect(await publication.entries(0, 9)).toEqual(['entry 0', 'entry 1', 'entry 2']);
    truncateSync(path, 30);
    await expect(reopen()).rejects.toThrow('shorter');
  });
});

describe('entries', () => {
  test('over many lines and days, from any place to any other', async () => {
    await cosign(START, 700);
    await cosign(START + 10, 0);
    await cosign(START + DAY, 0);
    await cosign(START + DAY + 1, 5);
    await cosign(START + 2 * DAY, 300);
    const all = Array.from({ length: size }, (_, i) => `entry ${i}`);
    for (const [from, to] of [
      [0, 1],
      [0, 1000],
      [255, 257],
      [699, 701],
      [700, 705],
      [704, 706],
      [5, 1005],
      [1004, 2000],
    ] as const) {
      expect(await publication.entries(from, to)).toEqual(all.slice(from, to));
    }
    expect(await publication.entries(1005, 1006)).toBeNull();
  });

  test('a step with more than fits in memory at once is written in parts, and shown only at its end', async () => {
    const body = 'x'.repeat(60_000);
    const draft = publication.draft(0, START);
    for (let at = 0; at < 200; at += 50)
      await draft.add(
        at,
        Array.from({ length: 50 }, () => body),
      );
    expect(await publication.entries(0, 9)).toBeNull();
    await draft.finish(START, `note of ${START}`);
    publication.commit(draft);
    mark = draft.mark;
    await reopen();
    expect(await publication.entries(199, 200)).toEqual([body]);
    expect((await publication.entries(0, 200))?.length).toBeLessThan(200);
  });
});

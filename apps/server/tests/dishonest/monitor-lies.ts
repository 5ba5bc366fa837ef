/** Runs `tercet monitor` against each lie of the dishonest club that concerns its book or its draws. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DishonestClub, LIES } from '../../../../dev/dishonest-club/index.ts';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { Monitor } from '../../../../packages/verify/src/monitor/monitor.ts';
import { parseOptions } from '../../../../packages/verify/src/monitor/options.ts';
import { resolve } from '../../../../packages/verify/src/net/guard.ts';
import { type Check, EXPECTED, type Found } from './expected.ts';
import type { RealClub } from './real-club.ts';

/** What a monitor finds: kinds of alarms, or nothing. */
type Finds = 'wrong' | 'missing' | 'nothing';

const SLOW_MS = 600_000;
/** A draw that is not shown in full is reported after five attempts, and judged from the second step on. */
const STEPS = 7;
/** Steps of a club that gives no usable answer: each waits for it. */
const STEPS_UNUSABLE = 2;
/** Lies in one run of `npm test`. */
const LIES_TRIED = 8;
/** Each question to such a witness, for each draw, ends by its timeout. */
const SLOW = /^witness-(?:sends-without-end|drips|never-answers|compresses-a-flood)$/;
/** A monitor asks for each draw once, so that it does not see two versions of one. */
const OF_TWO_READERS = new Set(['two-fates', 'two-results']);
/** What a monitor reads: it has no bets of its own. */
const READ: readonly Check[] = ['book', 'draw', 'void'];

interface Case {
  name: string;
  does: string;
  finds: Finds;
  isUnusable: boolean;
}

/** What the verifier finds in the book or in a draw of any table. */
function foundIn(name: string): Found[] {
  return READ.flatMap((check) => {
    const expected = EXPECTED[name]?.[check];
    if (expected === undefined) return [];
    return typeof expected === 'string' ? [expected] : Object.values(expected);
  });
}

function casesOf(): Case[] {
  return LIES.filter(({ name }) => !OF_TWO_READERS.has(name)).flatMap(({ name, does }) => {
    const found = foundIn(name);
    if (found.length === 0) return [];
    const isUnusable = found.includes('unusable');
    const isMissing = isUnusable || found.includes('incomplete') || found.includes('overdue');
    const finds = found.includes('breach') ? 'wrong' : isMissing ? 'missing' : 'nothing';
    return [{ name, does, finds, isUnusable }];
  });
}

/** `get` returns the clubs of the suite, which are open when the tests run. */
export function describeMonitor(
  get: () => { real: RealClub; dishonest: DishonestClub; folder: string },
  everywhere: boolean,
): void {
  /** Follows the club for some steps. Returns the kinds and codes of the alarms that were printed. */
  async function follow(data: string, steps: number): Promise<{ kind: string; code: string }[]> {
    const { real, dishonest } = get();
    const witnesses = real.witnesses.flatMap(({ vkey }, index) => [
      '--witness',
      `${vkey}=${dishonest.witnessUrls[index]}`,
    ]);
    const options = parseOptions([
      ...[dishonest.url, '--data', data, '--log-key', real.logKey, '--allow-local'],
      ...['--timeout', '2', '--witness-wait', '1', '--every', '1', ...witnesses],
    ]);
    if (options === null) throw new Error('no options');
    const printed: { event: string; kind: string; code: string }[] = [];
    let nowMs = real.nowMs;
    const out = (text: string) => printed.push(JSON.parse(text));
    const monitor = await Monitor.open(options, { nowMs: () => nowMs, lookup: resolve, out });
    try {
      for (let step = 0; step < steps; step++) {
        await monitor.step();
        nowMs += 1000;
      }
    } finally {
      monitor.close();
    }
    return printed.filter(({ event }) => event === 'alarm').map(({ kind, code }) => ({ kind, code }));
  }

  async function inFolder(work: (data: string) => Promise<void>): Promise<void> {
    const data = mkdtempSync(join(get().folder ?? tmpdir(), 'monitor-'));
    try {
      await work(data);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  }

  describe('tercet monitor', () => {
    test(
      'raises no alarm over an honest club, checks all of it, and goes on where it ended',
      () =>
        inFolder(async (data) => {
          get().dishonest.tell(null);
          expect(await follow(data, 3)).toEqual([]);
          expect(await follow(data, 2)).toEqual([]);
        }),
      SLOW_MS,
    );

    const cases = casesOf();
    const quick = cases.filter(({ name }) => !SLOW.test(name));
    test.each(everywhere ? cases : sampleOf(quick, LIES_TRIED))(
      'where a club $does, it finds $finds, once ($name)',
      ({ name, finds, isUnusable }) =>
        inFolder(async (data) => {
          get().dishonest.tell(name);
          const steps = isUnusable ? STEPS_UNUSABLE : STEPS;
          const alarms = await follow(data, steps);
          const kinds = new Set(alarms.map(({ kind }) => kind));
          const shown = JSON.stringify(alarms);
          if (finds === 'wrong') expect(kinds.has('breach') || kinds.has('fork'), shown).toBe(true);
          if (finds === 'missing') {
            expect(
              [...kinds].filter((kind) => kind !== 'missing' && kind !== 'overdue'),
              shown,
            ).toEqual([]);
            expect(kinds.size, shown).toBeGreaterThan(0);
          }
          if (finds === 'nothing') expect(alarms).toEqual([]);
          // Each is reported once, also over a restart.
          expect(await follow(data, isUnusable ? 1 : 2)).toEqual([]);
          expect(get().dishonest.trap.hits).toEqual([]);
        }),
      SLOW_MS,
    );
  });
}

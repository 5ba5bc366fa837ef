/** Runs `tercet verify` against each lie of the dishonest club, which distorts a real one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT_CODES, type Verdict } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DishonestClub, LIES } from '../../../../dev/dishonest-club/index.ts';
import { isBetter } from '../../../../packages/fair/tests/omission.ts';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { type Ran, tercet } from '../../../../packages/verify/tests/kit/command.ts';
import { call } from '../http/server.ts';
import { type Check, EXPECTED, type Found } from './expected.ts';
import { describeMonitor } from './monitor-lies.ts';
import { openRealClub, type RealClub, type Subject, WITNESS_COUNTS, type WitnessCount } from './real-club.ts';

/** The honest club's verdicts, by number of witnesses in the table. The house runs the beacon. */
const HONEST: Readonly<Record<Exclude<Check, 'owed'>, Readonly<Record<WitnessCount, Verdict>>>> = {
  draw: { 0: 'time-not-proven', 1: 'time-not-proven', 3: 'time-not-proven' },
  again: { 0: 'time-not-proven', 1: 'time-not-proven', 3: 'time-not-proven' },
  slip: { 0: 'time-not-proven', 1: 'time-not-proven', 3: 'time-not-proven' },
  placed: { 0: 'time-not-proven', 1: 'time-not-proven', 3: 'time-not-proven' },
  void: { 0: 'void-time-not-proven', 1: 'void-time-not-proven', 3: 'void-time-not-proven' },
  sealed: { 0: 'pending', 1: 'pending', 3: 'pending' },
  book: { 0: 'time-not-proven', 1: 'time-not-proven', 3: 'time-not-proven' },
  since: { 0: 'time-not-proven', 1: 'time-not-proven', 3: 'time-not-proven' },
};
const CHECKS = Object.keys(HONEST) as Exclude<Check, 'owed'>[];
const SLOW_MS = 600_000;

/**
 * `everywhere`: every check of every lie on all three tables. Otherwise one check of each lie, chosen by the run's
 * seed.
 */
export function describeLies(everywhere: boolean): void {
  let real: RealClub;
  let dishonest: DishonestClub;
  let folder: string;

  beforeAll(async () => {
    real = await openRealClub();
    const witnesses = real.witnesses.map(({ url }) => url);
    dishonest = await DishonestClub.start({ club: real.server.address, witnesses });
    folder = mkdtempSync(join(tmpdir(), 'tercet-dishonest-'));
  }, SLOW_MS);
  afterAll(async () => {
    await dishonest.close();
    await real.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the verifier with every key pinned and every witness queried, as carefully as possible. */
  function run(args: readonly string[], state: string): Promise<Ran> {
    const witnesses = real.witnesses.flatMap(({ vkey }, index) => [
      '--witness',
      `${vkey}=${dishonest.witnessUrls[index]}`,
    ]);
    const pinned = ['--log-key', real.logKey, '--allow-local', '--timeout', '3', '--state', state, '--json'];
    return tercet([...args, ...pinned, ...witnesses], real.nowMs);
  }

  async function saved(path: string): Promise<string> {
    const answer = await call({ address: dishonest.url }, path, { cookie: real.member.cookie });
    const file = join(folder, 'answer.json');
    writeFileSync(file, await answer.text());
    return file;
  }

  async function check(what: Exclude<Check, 'owed'>, subject: Subject): Promise<Ran> {
    const state = mkdtempSync(join(folder, 'state-'));
    const club = ['--club', dishonest.url];
    const { slipId, key } = subject.bets.drawn;
    if (what === 'book') return run(['book', dishonest.url], state);
    if (what === 'since') return run(['book', dishonest.url, '--since', '9'], state);
    if (what === 'slip') return run(['receipt', await saved(`/api/slips/${slipId}/proof`)], state);
    if (what === 'placed') return run(['receipt', await saved(`/api/receipts/${key}`), ...club], state);
    if (what === 'again') await run(['draw', subject.drawn, ...club], state);
    const drawId = what === 'again' ? subject.drawn : subject[what === 'draw' ? 'drawn' : what];
    return run(['draw', drawId, ...club], state);
  }

  function subjectWith(count: WitnessCount): Subject {
    const subject = real.subjects.find(({ witnesses }) => witnesses === count);
    if (subject === undefined) throw new Error(`no table with ${count} witnesses`);
    return subject;
  }

  /** The book is the same for all tables. */
  function tablesFor(what: Check, differs: boolean): readonly WitnessCount[] {
    if (what === 'book' || what === 'since') return [0];
    return everywhere || differs ? WITNESS_COUNTS : [0];
  }

  describeMonitor(() => ({ real, dishonest, folder }), everywhere);

  describe.each(CHECKS)('an honest club: %s', (what) => {
    test.each(tablesFor(what, true))(
      'with %i witnesses',
      async (count) => {
        dishonest.tell(null);
        const { code, json } = await check(what, subjectWith(count));
        const verdict = HONEST[what][count];
        expect(json).toMatchObject({ verdict, exitCode: EXIT_CODES[verdict] });
        expect(code).toBe(EXIT_CODES[verdict]);
      },
      SLOW_MS,
    );
  });

  describe.each(LIES)('$name: it $does', ({ name }) => {
    const expectations = Object.entries(EXPECTED[name] ?? {}).filter(([what]) => what !== 'owed');
    const cases = expectations.flatMap(([what, expected]) => {
      const differs = typeof expected !== 'string';
      return tablesFor(what as Check, differs).map((count) => {
        const found: Found = typeof expected === 'string' ? expected : expected[count];
        return { what: what as Exclude<Check, 'owed'>, count, found };
      });
    });
    test.each(everywhere ? cases : sampleOf(cases, 1))(
      '$what with $count witnesses: $found',
      async ({ what, count, found }) => {
        dishonest.tell(name);
        const ran = await check(what, subjectWith(count));
        const honest = HONEST[what][count];
        if (found === 'unusable') {
          expect([ran.code, ran.json.verdict], ran.out).toEqual([2, null]);
          expect(ran.json.error).toBeTruthy();
        } else {
          const verdict = found === 'honest' ? honest : found;
          expect([ran.json.verdict, ran.code], ran.out).toEqual([verdict, EXIT_CODES[verdict]]);
          expect(isBetter(ran.json.verdict ?? 'breach', honest)).toBe(false);
        }
        // No client followed an address on this machine or network.
        expect(dishonest.trap.hits).toEqual([]);
      },
      SLOW_MS,
    );
  });
}

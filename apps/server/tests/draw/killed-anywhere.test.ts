import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Period } from '../../src/draw/periods.ts';
import type { Identity } from '../../src/identity.ts';
import type { PlacedSlip } from '../../src/lottery/place-slip.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import {
  advance,
  creditsOf,
  diceOf,
  expectBooksBalance,
  mortalDb,
  type Outcome,
  outcomeOf,
  periodIn,
  winOf,
} from './drawing.ts';

const COMMITS_MAX = 50;

let club: Club;
let table: OpenTable;
let member: Identity;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  member = await club.member({ credits: 1_000_000_000n });
});
afterAll(() => club.close());

interface Round {
  period: Period;
  slips: PlacedSlip[];
}

/** A new period with two slips, one of which wins with any dice. */
async function bet(): Promise<Round> {
  await advance(club, table);
  const period = periodIn(club, table);
  const both = [
    { bet: 'small', stakeMinor: 300n },
    { bet: 'big', stakeMinor: 500n },
  ] as const;
  const slips = [
    await club.place(member, table, both),
    await club.place(member, table, [{ bet: 's18', stakeMinor: 700n }]),
  ];
  return { period, slips };
}

/** Advances in a process that is killed before this commit. True if it finished earlier. */
async function advanceUntilKilled(commit: number): Promise<boolean> {
  const mortal = mortalDb(club.database.urls.draw, commit);
  await advance(club, table, { db: mortal.db, onFault: () => {} }).catch(() => {});
  await mortal.close();
  return !mortal.killed();
}

/** Plays a period for each commit before which the process could be killed. Returns the number of commits. */
async function forEachCommit(play: (commit: number) => Promise<boolean>): Promise<number> {
  for (let commit = 0; commit < COMMITS_MAX; commit++) if (await play(commit)) return commit;
  throw new Error(`more than ${COMMITS_MAX} commits in a step`);
}

async function expectDrawn({ period, slips }: Round): Promise<void> {
  const expected: Outcome = {
    dice: [diceOf(club, period)],
    entries: ['seal', 'draw'],
    steps: ['settle'],
    tasks: 0,
  };
  expect(await outcomeOf(club, period)).toEqual(expected);
  for (const slip of slips) {
    const win = winOf(club, slip, period);
    expect(await creditsOf(club, slip)).toEqual(win > 0n ? [['payout', win]] : []);
  }
}

async function expectVoid({ period, slips }: Round, entries: string[]): Promise<void> {
  expect(await outcomeOf(club, period)).toEqual({ dice: [], entries, steps: ['refund'], tasks: 0 });
  for (const slip of slips) expect(await creditsOf(club, slip)).toEqual([['refund', slip.prepared.total]]);
}

/** True if a checkpoint in time covers the seal. This alone decides between draw and void. */
async function isSealedInTime({ period }: Round): Promise<boolean> {
  const { rows } = await club.owner.query(
    `select 1 from book.entry e join book.tree_head c on c.size > e.seq and c.at <= to_timestamp($2)
     where e.draw_id = $1 and e.type = 'seal' limit 1`,
    [period.drawId, period.sealByMs / 1_000],
  );
  return rows.length > 0;
}

describe('killed before any commit of a step and started again, the draw has the outcome it would have had', () => {
  test('while it seals: back in time, it draws', async () => {
    const commits = await forEachCommit(async (commit) => {
      const round = await bet();
      await club.at(round.period.locks * 1_000);
      const done = await advanceUntilKilled(commit);
      await club.at(round.period.sealByMs);
      await advance(club, table);
      await club.at(round.period.draws * 1_000);
      await advance(club, table);
      await expectDrawn(round);
      return done;
    });
    expect(commits).toBeGreaterThan(3);
  });

  test('while it seals: back too late, it draws if the seal was out in time, and else gives the stakes back', async () => {
    const fates = new Set<string>();
    await forEachCommit(async (commit) => {
      const round = await bet();
      await club.at(round.period.locks * 1_000);
      const done = await advanceUntilKilled(commit);
      const inTime = await isSealedInTime(round);
      const sealed = (await outcomeOf(club, round.period)).entries.includes('seal');
      fates.add(inTime ? 'sealed' : sealed ? 'sealed, not published' : 'not sealed');
      await club.at(round.period.draws * 1_000);
      await advance(club, table);
      await (inTime ? expectDrawn(round) : expectVoid(round, sealed ? ['seal', 'void'] : ['void']));
      return done;
    });
    expect([...fates]).toEqual(['not sealed', 'sealed, not published', 'sealed']);
  });

  test('while it draws and pays', async () => {
    const commits = await forEachCommit(async (commit) => {
      const round = await bet();
      await club.at(round.period.locks * 1_000);
      await advance(club, table);
      await club.at(round.period.draws * 1_000);
      const done = await advanceUntilKilled(commit);
      await advance(club, table);
      await expectDrawn(round);
      return done;
    });
    expect(commits).toBeGreaterThan(3);
  });

  test('while it makes void and pays back', async () => {
    await forEachCommit(async (commit) => {
      const round = await bet();
      await club.at(round.period.draws * 1_000);
      const done = await advanceUntilKilled(commit);
      await advance(club, table);
      await expectVoid(round, ['void']);
      return done;
    });
  });
});

test('and money went nowhere', () => expectBooksBalance(club));

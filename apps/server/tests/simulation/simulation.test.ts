import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { type Club, openClub } from '../kit/club.ts';
import { givePayee, nameMember } from '../kit/persons.ts';
import { openWallet, type TestWallet } from '../kit/wallet.ts';
import { openFrailDb } from './frail-db.ts';
import { runSeed, type SeedResult, type Stage } from './one-seed.ts';

/** Number of seeds in `npm run test:long`; `npm run test:simulation` runs 10,000. */
const SEEDS = Number(process.env.TERCET_TEST_SEEDS ?? 40);
const FIRST = Number(process.env.TERCET_TEST_FIRST_SEED ?? 1);
const RECONCILE_EVERY = 500;

let club: Club;
let wallet: TestWallet;
let stage: Stage;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 8 });
  wallet = await openWallet(club);
  const table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  stage = {
    club,
    wallet,
    table,
    frail: openFrailDb(club.database.ownerUrl),
    async newcomer() {
      const member = await club.member({ credits: 4_000n });
      await nameMember(club.db, member);
      await givePayee(club.db, wallet.payments.cipher, member);
      return member;
    },
  };
});
afterAll(async () => {
  await stage.frail.close();
  wallet.close();
  await club.close();
});

test(`${SEEDS} worlds in which messages are lost, doubled and late and processes die: every cent ends where it belongs`, async () => {
  const sum = { acts: 0, told: 0, drawn: 0 };
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const result = await runNamed(seed);
    expect(result.faults, `seed ${seed}`).toEqual([]);
    sum.acts += result.acts;
    sum.told += result.told;
    sum.drawn += result.drawn;
    const done = seed - FIRST + 1;
    if (done % RECONCILE_EVERY === 0) expect(await reconcile(club.jobs), `after seed ${seed}`).toEqual([]);
  }
  expect(await reconcile(club.jobs)).toEqual([]);
  // Most acts are answered and some bets are drawn; otherwise nothing was tested.
  expect(sum.told).toBeGreaterThan(sum.acts / 2);
  expect(sum.drawn).toBeGreaterThan(SEEDS / 2);
}, 6_000_000);

/** Runs a seed; errors name the seed. */
async function runNamed(seed: number): Promise<SeedResult> {
  try {
    return await runSeed(stage, seed);
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  }
}

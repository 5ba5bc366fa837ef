import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/db/ids.ts';
import { openDb, openPool, type Pool } from '../../../src/db/pool.ts';
import type { Identity } from '../../../src/identity.ts';
import { reconcile } from '../../../src/ledger/reconcile.ts';
import type { PlaceSlipDeps } from '../../../src/lottery/place-slip.ts';
import type { PaymentsDeps } from '../../../src/payments/deps.ts';
import { Refusal } from '../../../src/refusal.ts';
import { type Club, type OpenTable, openClub } from '../../kit/club.ts';
import { balanceOf, postAll, transferOf } from '../../kit/money.ts';
import { givePayee } from '../../kit/persons.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import { submit } from './withdrawing.ts';

const CLIENTS = 50;
/** `npm run test:chaos` uses 1,000. */
const ROUNDS = Number(process.env.TERCET_TEST_ROUNDS ?? 200);
const STAKE = 1_000n;
/** Number of concurrent rounds, each with its own balance. */
const TABLES_OF_CLIENTS = 4;
const LATE_MAX = 4;

let club: Club;
let wallet: TestWallet;
let table: OpenTable;
/** Pools of two more server processes; clients are spread over all processes. */
let pools: Pool[];
let processes: { payments: PaymentsDeps; slips: PlaceSlipDeps }[];
beforeAll(async () => {
  club = await openClub({ connectionsMax: 12 });
  wallet = await openWallet(club);
  table = await club.openTable({
    key: 'dice-3600',
    periodSeconds: 3_600,
    stakeMin: STAKE,
    stakeMax: STAKE,
    slipMax: STAKE,
    memberCap: 10n ** 12n,
    periodCap: 10n ** 15n,
  });
  // Slips have their own connections, as in the server.
  pools = [8, 2, 8, 2].map((connectionsMax) => openPool({ url: club.database.urls.api, connectionsMax }));
  processes = [0, 2].map((at) => ({
    payments: { ...wallet.payments, db: openDb(pools[at]!) },
    slips: club.slipsOf(pools[at + 1]!),
  }));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  wallet.close();
  await club.close();
});

type Spent = 'withdrawn' | 'staked' | 'refused';

/**
 * One of many clients: every second one withdraws everything, the others bet everything. A withdrawal takes several
 * queries and a bet one, so `late` delays the bets by this many queries.
 */
async function spend(member: Identity, client: number, late: number): Promise<Spent> {
  const { payments, slips } = processes[Math.floor(client / 2) % processes.length] ?? processes[0]!;
  try {
    if (client % 2 === 0) {
      await submit(payments, member, STAKE);
      return 'withdrawn';
    }
    for (let call = 0; call < late; call++) await sql`select 1`.execute(payments.db);
    await club.place(member, table, [{ bet: 'big', stakeMinor: STAKE }], { deps: slips });
    return 'staked';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'balance-too-small') return 'refused';
    throw error;
  }
}

describe('50 clients that spend the same balance again and again', () => {
  test('exactly one succeeds each time, and the ledger adds up', { timeout: 600_000 }, async () => {
    const won: Record<Spent, number> = { withdrawn: 0, staked: 0, refused: 0 };
    let rounds = 0;
    async function play(): Promise<void> {
      const member = await club.member({ credits: STAKE });
      await givePayee(club.db, wallet.payments.cipher, member);
      while (rounds < ROUNDS) {
        rounds += 1;
        // Shuffle the order, so that any client may be first.
        const clients = Array.from({ length: CLIENTS }, (_, index) => (index + rounds) % CLIENTS);
        const late = rounds % LATE_MAX;
        const spent = await Promise.all(clients.map((client) => spend(member, client, late)));
        for (const one of spent) won[one] += 1;
        expect(spent.filter((one) => one !== 'refused')).toHaveLength(1);
        expect((await balanceOf(club.db, member)).available).toBe(0n);
        await postAll(club.db, [transferOf(member, 'grant', STAKE, newId())]);
      }
    }
    await Promise.all(Array.from({ length: TABLES_OF_CLIENTS }, play));
    expect(won.withdrawn + won.staked).toBe(ROUNDS);
    expect(won.refused).toBe(ROUNDS * (CLIENTS - 1));
    // Both outcomes must occur, or the test proves little.
    expect(Math.min(won.withdrawn, won.staked)).toBeGreaterThan(ROUNDS / 50);
    expect(await reconcile(club.jobs)).toEqual([]);
  });
});

import fc from 'fast-check';
import type { LedgerAccount } from '../../src/db/schema.d.ts';
import { MOVES, type Move } from '../kit/money.ts';

/** An operation. Members and earlier acts are indexes, taken modulo their number. */
export type Op =
  | { op: 'move'; member: number; kind: Move; amount: bigint }
  | { op: 'batch'; moves: { member: number; kind: Move; amount: bigint }[] }
  | { op: 'hold'; member: number; amount: bigint }
  | { op: 'post' | 'release'; hold: number }
  /** Repeats an earlier act unchanged. */
  | { op: 'again'; act: number };

const member = fc.nat({ max: 7 });
const amount = fc.oneof(fc.bigInt(1n, 400n), fc.constantFrom(1n, 1_000n, 2n ** 53n - 1n));
const kind = fc.constantFrom<Move>('grant', 'grant', 'stake', 'stake', 'payout', 'refund');
const move = fc.record({ member, kind, amount });

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 4, arbitrary: move.map((one): Op => ({ op: 'move', ...one })) },
  {
    weight: 1,
    arbitrary: fc.array(move, { minLength: 2, maxLength: 5 }).map((moves): Op => ({ op: 'batch', moves })),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('hold' as const), member, amount }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('post' as const, 'release' as const), hold: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('again' as const), act: fc.nat() }) },
);

/** Sequences start with money for the first two members; otherwise most operations would be refused. */
export const sequence: fc.Arbitrary<Op[]> = fc
  .array(op, { minLength: 5, maxLength: 40, size: 'max' })
  .map((ops) => [...[0, 1].map((one): Op => ({ op: 'move', member: one, kind: 'grant', amount: 1_000n })), ...ops]);

type Balances = Record<LedgerAccount, bigint> & { version: bigint };

const ZERO = { available: 0n, held: 0n, play: 0n, cash: 0n, sales: 0n, correction: 0n, issue: 0n, version: 0n };

/** The ledger as a simple single-threaded program in memory. */
export class LedgerModel {
  readonly balances: Balances[];
  readonly holds: { member: number; amount: bigint; state: 'pending' | 'posted' | 'released' }[] = [];

  constructor(members: number) {
    this.balances = Array.from({ length: members }, () => ({ ...ZERO }));
  }

  /** Applies all moves or none. True if applied. */
  move(moves: readonly { member: number; kind: Move; amount: bigint }[]): boolean {
    return this.#apply(moves.map((one) => ({ ...one, debit: MOVES[one.kind][0], credit: MOVES[one.kind][1] })));
  }

  hold(member: number, amount: bigint): boolean {
    const done = this.#apply([{ member, amount, debit: 'available', credit: 'held' }]);
    if (done) this.holds.push({ member, amount, state: 'pending' });
    return done;
  }

  /** Ends a hold. True if it ends or has ended in this way, false if it has ended in the other. */
  end(index: number, how: 'post' | 'release'): boolean {
    const hold = this.holds[index];
    if (!hold) throw new Error('no such hold');
    const state = how === 'post' ? 'posted' : 'released';
    if (hold.state !== 'pending') return hold.state === state;
    hold.state = state;
    return this.#apply([{ ...hold, debit: 'held', credit: how === 'post' ? 'cash' : 'available' }]);
  }

  #apply(legs: { member: number; amount: bigint; debit: LedgerAccount; credit: LedgerAccount }[]): boolean {
    const next = this.balances.map((balance) => ({ ...balance }));
    for (const { member, amount, debit, credit } of legs) {
      const balance = next[member];
      if (!balance) throw new Error('no such member');
      balance[debit] -= amount;
      balance[credit] += amount;
      balance.version += 1n;
    }
    // Only the balance after the batch counts: a batch may spend money that it receives.
    if (next.some(({ available, held }) => available < 0n || held < 0n)) return false;
    this.balances.splice(0, next.length, ...next);
    return true;
  }
}

import fc from 'fast-check';
import type { LedgerAccount } from '../../src/db/schema.d.ts';
import { MOVES, type Move } from '../kit/money.ts';

/**
 * What a member or the house does; members and earlier acts are named by a number that is taken modulo how many there
 * are.
 */
export type Op =
  | { op: 'move'; member: number; kind: Move; amount: bigint }
  | { op: 'batch'; moves: { member: number; kind: Move; amount: bigint }[] }
  | { op: 'hold'; member: number; amount: bigint }
  | { op: 'post' | 'release'; hold: number }
  /** An earlier act again, just as it was. */
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

/** Sequences begin with money for the first two members, or most of what follows would be refused. */
export const sequence: fc.Arbitrary<Op[]> = fc
  .array(op, { minLength: 5, maxLength: 40, size: 'max' })
  .map((ops) => [...[0, 1].map((one): Op => ({ op: 'move', member: one, kind: 'grant', amount: 1_000n })), ...ops]);

type Balances = Record<LedgerAccount, bigint> & { version: bigint };

const ZERO = { available: 0n, held: 0n, play: 0n, cash: 0n, sales: 0n, correction: 0n, issue: 0n, version: 0n };

/** The ledger as anyone would write it who had one machine, no disk and no second caller. */
export class LedgerModel {
  readonly balances: Balances[];
  readonly holds: { member: number; amount: bigint; state: 'pending' | 'posted' | 'released' }[] = [];

  constructor(members: number) {
    this.balances = Array.from({ length: members }, () => ({ ...ZERO }));
  }

  /** Whether all of the moves went through; if one cannot, none does. */
  move(moves: readonly { member: number; kind: Move; amount: bigint }[]): boolean {
    return this.#apply(moves.map((one) => ({ ...one, debit: MOVES[one.kind][0], credit: MOVES[one.kind][1] })));
  }

  hold(member: number, amount: bigint): boolean {
    const done = this.#apply([{ member, amount, debit: 'available', credit: 'held' }]);
    if (done) this.holds.push({ member, amount, state: 'pending' });
    return done;
  }

  /** Ends a hold, or finds it ended in the same way; false where it ended in the other. */
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
    // A batch counts by its end: money that a member gets in it may be spent in it.
    if (next.some(({ available, held }) => available < 0n || held < 0n)) return false;
    this.balances.splice(0, next.length, ...next);
    return true;
  }
}

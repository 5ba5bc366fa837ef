import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fewOr } from '../../../../packages/fair/tests/sample.ts';
import { newId } from '../../src/db/ids.ts';
import { sqlState, transaction } from '../../src/db/transaction.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { readStatement } from '../../src/ledger/statement.ts';
import { Refusal } from '../../src/refusal.ts';
import { type Club, openClub } from '../kit/club.ts';
import { HoldConflict, hold, postHold, readHold, releaseHold } from '../kit/holds.ts';
import { balanceOf, DAY, post, type Transfer, transferOf } from '../kit/money.ts';
import { LedgerModel, type Op, sequence } from './model.ts';

const MEMBERS = 3;
const RUNS = fewOr(12, 40);

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

/** An act on the database: true if it succeeded, false if the ledger refused it. */
type Act = () => Promise<boolean>;

const CHECK_VIOLATION = '23514';

async function saysYes(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (sqlState(error) === CHECK_VIOLATION || error instanceof HoldConflict) return false;
    if (error instanceof Refusal && error.code === 'balance-too-small') return false;
    throw error;
  }
}

/** One sequence of operations on the model and on the database, with its own members. */
class Run {
  readonly model = new LedgerModel(MEMBERS);
  readonly members: Awaited<ReturnType<Club['members']>>;
  readonly #holds: { id: string; member: number }[] = [];
  readonly #acts: { act: Act; went: boolean }[] = [];

  constructor(members: Run['members']) {
    this.members = members;
  }

  async step(op: Op): Promise<void> {
    if (op.op === 'again') return this.#repeat(op.act);
    const planned = this.#plan(op);
    if (!planned) return;
    const went = await planned.act();
    expect(went).toBe(planned.expected);
    this.#acts.push({ act: planned.act, went });
  }

  /** Repeats a successful act, which must change nothing. */
  async #repeat(index: number): Promise<void> {
    const earlier = this.#acts[index % Math.max(1, this.#acts.length)];
    if (!earlier?.went) return;
    const before = await this.balances();
    expect(await earlier.act()).toBe(true);
    expect(await this.balances()).toEqual(before);
  }

  #plan(op: Exclude<Op, { op: 'again' }>): { expected: boolean; act: Act } | null {
    if (op.op === 'move') return this.#planMoves([op]);
    if (op.op === 'batch') return this.#planMoves(op.moves);
    if (op.op === 'hold') return this.#planHold(op.member % MEMBERS, op.amount);
    if (this.#holds.length === 0) return null;
    return this.#planEnd(op.hold % this.#holds.length, op.op);
  }

  #planMoves(moves: { member: number; kind: Parameters<typeof transferOf>[1]; amount: bigint }[]) {
    const among = moves.map((move) => ({ ...move, member: move.member % MEMBERS }));
    const transfers: Transfer[] = among.map((move) => transferOf(this.#member(move.member), move.kind, move.amount));
    const act = () => saysYes(() => transaction(club.db, (tx) => post(tx, transfers)));
    return { expected: this.model.move(among), act };
  }

  #planHold(member: number, amount: bigint) {
    const { bucket, memberId } = this.#member(member);
    const wanted = { bucket, memberId, id: newId(), day: DAY, amount, purpose: 'test' };
    const expected = this.model.hold(member, amount);
    if (expected) this.#holds.push({ id: wanted.id, member });
    return { expected, act: () => saysYes(() => transaction(club.db, (tx) => hold(tx, wanted))) };
  }

  #planEnd(index: number, how: 'post' | 'release') {
    const { id, member } = this.#holds[index]!;
    const account = this.#member(member);
    const end: Act = () =>
      saysYes(() =>
        transaction(club.db, (tx) =>
          how === 'post' ? postHold(tx, account, id, 'cash') : releaseHold(tx, account, id),
        ),
      );
    return { expected: this.model.end(index, how), act: end };
  }

  #member(index: number) {
    return this.members[index]!;
  }

  balances() {
    return Promise.all(this.members.map((member) => balanceOf(club.db, member)));
  }

  async statementSums() {
    return Promise.all(
      this.members.map(async (member) => {
        const { items } = await readStatement(club.db, member, { limit: 1_000 });
        const sum = (pick: 'availableDelta' | 'heldDelta') => items.reduce((total, line) => total + line[pick], 0n);
        return { available: sum('availableDelta'), held: sum('heldDelta') };
      }),
    );
  }

  holdStates() {
    return Promise.all(
      this.#holds.map(async ({ id, member }) => (await readHold(club.db, this.#member(member), id))?.state),
    );
  }
}

test('the ledger does what a simple model does, over random sequences with retries', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (ops) => {
      const run = new Run(await club.members(MEMBERS, { credits: 0n }));
      for (const op of ops) await run.step(op);
      expect(await run.balances()).toEqual(run.model.balances);
      expect(await run.statementSums()).toEqual(run.model.balances.map(({ available, held }) => ({ available, held })));
      expect(await run.holdStates()).toEqual(run.model.holds.map((one) => one.state));
    }),
    { numRuns: RUNS },
  );
  expect(await reconcile(club.jobs)).toEqual([]);
});

test('the sequences reach every kind of refusal and every kind of end', async () => {
  const seen = new Set<string>();
  for (const ops of fc.sample(sequence, { numRuns: 200, seed: 1 })) {
    const model = new LedgerModel(MEMBERS);
    for (const op of ops) {
      if (op.op === 'move') seen.add(`${op.kind} ${model.move([{ ...op, member: op.member % MEMBERS }])}`);
      if (op.op === 'hold') seen.add(`hold ${model.hold(op.member % MEMBERS, op.amount)}`);
      if ((op.op === 'post' || op.op === 'release') && model.holds.length > 0) {
        seen.add(`${op.op} ${model.end(op.hold % model.holds.length, op.op)}`);
      }
    }
  }
  const both = ['stake', 'hold', 'post', 'release'].flatMap((kind) => [`${kind} true`, `${kind} false`]);
  expect([...seen].sort()).toEqual([...both, 'grant true', 'payout true', 'refund true'].sort());
});

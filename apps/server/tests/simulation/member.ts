import type { UUID } from 'node:crypto';
import type { Stake } from '@tercet/fair';
import { SECOND_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import type { Random } from '../kit/random.ts';
import type { Answer } from './network.ts';
import type { Agenda } from './time.ts';

/** Calls of a member. The member chooses the key and repeats it in retries. */
export interface Doors {
  topUp(key: UUID, amount: bigint): Promise<Answer<string>>;
  withdraw(key: UUID, amount: bigint): Promise<Answer<string>>;
  /** Id of the draw that is open now. */
  openDraw(): string;
  bet(key: UUID, drawId: string, selections: readonly Stake[]): Promise<Answer<string>>;
}

/** An act of a member and its answer; `told` is null if none came, so that it may or may not have happened. */
export interface Act {
  kind: 'top-up' | 'withdrawal' | 'slip';
  key: UUID;
  amount: bigint;
  told: { id: string } | { refused: string } | null;
}

export interface SimMember {
  identity: Identity;
  acts: Act[];
}

interface Deps {
  random: Random;
  agenda: Agenda;
  doors: Doors;
  uuid(): UUID;
}

const ACTS = 6;
/** How long a member stays, in milliseconds. */
const STAYS_MS = 50 * SECOND_MS;
const ATTEMPTS_MAX = 5;
const BETS = ['big', 'small', 'odd', 'even', 's10', 's11', 's3'] as const;

/** Schedules the acts of a member for the next minute. */
export function letPlay(identity: Identity, { random, agenda, doors, uuid }: Deps): SimMember {
  const member: SimMember = { identity, acts: [] };

  function wish(kind: Act['kind'], amount: bigint, ask: (key: UUID) => Promise<Answer<string>>): void {
    const act: Act = { kind, key: uuid(), amount, told: null };
    member.acts.push(act);
    insist(act, ask, 1);
  }

  /** Repeats a request with the same key until an answer comes, or gives up. */
  function insist(act: Act, ask: (key: UUID) => Promise<Answer<string>>, turn: number): void {
    agenda.in(turn === 1 ? 0 : 300 + random.below(4_000), async () => {
      const answer = await ask(act.key);
      if (answer.is === 'yes') act.told = { id: answer.value };
      else if (answer.is === 'no') act.told = { refused: answer.code };
      else if (turn < ATTEMPTS_MAX) insist(act, ask, turn + 1);
    });
  }

  function act(): void {
    const chance = random.next();
    if (chance < 0.3) {
      const amount = 1_000n + BigInt(random.below(5_000));
      wish('top-up', amount, (key) => doors.topUp(key, amount));
    } else if (chance < 0.6) {
      const amount = 1_000n + BigInt(random.below(6_000));
      wish('withdrawal', amount, (key) => doors.withdraw(key, amount));
    } else {
      const selections = random
        .shuffled(BETS)
        .slice(0, 1 + random.below(3))
        .map((bet) => ({ bet, stakeMinor: BigInt(100 * (1 + random.below(12))) }));
      const drawId = doors.openDraw();
      const amount = selections.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0n);
      wish('slip', amount, (key) => doors.bet(key, drawId, selections));
    }
  }

  for (let n = 0; n < ACTS; n++) agenda.in(random.next() * STAYS_MS, async () => act());
  return member;
}

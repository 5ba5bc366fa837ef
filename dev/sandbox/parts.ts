import type { IdentityDesk } from './identity.ts';
import type { MoneyIn } from './money-in.ts';
import type { MoneyOut } from './money-out.ts';
import type { State } from './state.ts';
import type { Queue } from './webhooks.ts';

/** The parts that the sandbox's handlers use. */
export interface Sandbox {
  state: State;
  queue: Queue;
  money: { in: MoneyIn; out: MoneyOut };
  identity: IdentityDesk;
  /** The sandbox's public origin. */
  url(): string;
  /** Runs everything that is due. */
  tick(): void;
}

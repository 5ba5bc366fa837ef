import type { IdentityDesk } from './identity.ts';
import type { MoneyIn } from './money-in.ts';
import type { MoneyOut } from './money-out.ts';
import type { State } from './state.ts';
import type { Queue } from './webhooks.ts';

/** What the answers of the sandbox are made from. */
export interface Sandbox {
  state: State;
  queue: Queue;
  money: { in: MoneyIn; out: MoneyOut };
  identity: IdentityDesk;
  /** Its own origin, as browsers know it. */
  url(): string;
  /** Does at once what the clock says is due. */
  tick(): void;
}

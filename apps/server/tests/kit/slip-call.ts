import type { Pool } from '../../src/db/pool.ts';
import type { Identity } from '../../src/identity.ts';
import type { Club, OpenTable } from './club.ts';

export interface SlipCall {
  text: string;
  values: (Buffer | number | null)[];
}

/** The server's call of `lottery.place_slips` for a batch of one slip of each member. It is not sent. */
export async function slipCall(club: Club, table: OpenTable, members: readonly Identity[]): Promise<SlipCall> {
  let sent: SlipCall | undefined;
  const catching = {
    query(query: SlipCall) {
      sent ??= query;
      return Promise.reject(new Error('caught'));
    },
  };
  const deps = club.slipsOf(catching as unknown as Pool, { lanes: 1 });
  const bet = [{ bet: 'big', stakeMinor: 100n } as const];
  await Promise.allSettled(members.map((member) => club.place(member, table, bet, { deps })));
  if (sent === undefined) throw new Error('no call');
  return sent;
}

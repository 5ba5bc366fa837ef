import { randomUUID } from 'node:crypto';
import { newId } from '@tercet/server/db/ids.ts';
import type { Db } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import type { Identity } from '@tercet/server/identity.ts';
import { type PlaceSlipDeps, placeSlip } from '@tercet/server/lottery/place-slip.ts';
import { CURRENT_AGREEMENT } from '@tercet/server/members/account/agreement.ts';
import { admit } from '@tercet/server/members/account/register.ts';
import { createPasswords } from '@tercet/server/members/sessions/passwords.ts';
import { startSession } from '@tercet/server/members/sessions/sessions.ts';
import { CAST } from './cast.ts';
import type { Intention } from './habits.ts';

/** The members of the cast who have joined. */
export interface Players {
  count(): number;
  /** Lets a member of the cast join at the clock's moment. */
  join(who: number): Promise<void>;
  /** Balances by index in the cast; null before they join. */
  balances(): Promise<(who: number) => bigint | null>;
  /** Places a bet at the clock's moment. */
  place(intention: Intention, bet: { drawId: string; tableHash: string }): Promise<void>;
}

interface Player {
  identity: Identity;
  signedInMs: number;
}

/** Sessions expire after an unused week. The cast signs in again before that. */
const SESSION_MS = 6 * 86_400_000;
const DEVICE = 'season';

/** The password of a member of the cast, for looking around in a season. */
export function passwordOf(userName: string): string {
  return `${userName.toLowerCase()}-keeps-count`;
}

export function createPlayers(db: Db, slips: PlaceSlipDeps): Players {
  const passwords = createPasswords();
  const players = new Map<number, Player>();

  async function signIn(who: number): Promise<Player> {
    const known = players.get(who);
    if (known && slips.nowMs() - known.signedInMs < SESSION_MS) return known;
    if (!known) throw new Error(`${CAST[who]?.userName} is no member yet`);
    const { memberId, userName } = known.identity;
    const session = await transaction(db, (tx) =>
      startSession(tx, { memberId, userName, restricted: false }, callerOf(who)),
    );
    const player = { identity: session.identity, signedInMs: slips.nowMs() };
    players.set(who, player);
    return player;
  }

  return {
    count: () => players.size,
    async join(who) {
      const character = CAST[who];
      if (!character) throw new Error(`there is no ${who} in the cast`);
      const { userName, birthDate } = character;
      const memberId = newId();
      const passwordHash = await passwords.hash(passwordOf(userName));
      const session = await transaction(db, async (tx) => {
        const agreementVersion = CURRENT_AGREEMENT;
        await admit(tx, { memberId, userName, passwordHash, birthDate, agreementVersion });
        return startSession(tx, { memberId, userName, restricted: false }, callerOf(who));
      });
      players.set(who, { identity: session.identity, signedInMs: slips.nowMs() });
    },
    async balances() {
      const members = [...players].map(([who, { identity }]) => ({ who, ...identity }));
      if (members.length === 0) return () => null;
      const rows = await db
        .selectFrom('ledger.balance')
        .select(['member_id', 'available'])
        .where('bucket', 'in', [...new Set(members.map(({ bucket }) => bucket))])
        .where(
          'member_id',
          'in',
          members.map(({ memberId }) => memberId),
        )
        .execute();
      const available = new Map(rows.map((row) => [row.member_id, row.available]));
      return (who) => available.get(players.get(who)?.identity.memberId ?? '') ?? null;
    },
    async place({ who, selections }, { drawId, tableHash }) {
      const { identity } = await signIn(who);
      await placeSlip(slips, identity, tableHash, { key: randomUUID(), drawId, selections });
    },
  };
}

/** An address reserved for documentation (RFC 5737). */
function callerOf(who: number): { address: string; device: string } {
  return { address: `203.0.113.${who + 1}`, device: DEVICE };
}

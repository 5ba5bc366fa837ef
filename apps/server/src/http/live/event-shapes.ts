import { z } from 'zod';
import { ROLES } from '../../staff/roles.ts';
import { Dice, Hex, Millis, Minor, PeriodAnswer } from '../shared/shapes.ts';

/** The events of the streams, as `docs/live-updates.md` describes them. */

const DrawId = z.string();
const OfDraw = z.object({ drawId: DrawId });
const SettledSlip = z.object({
  slipId: z.uuid(),
  drawId: DrawId,
  state: z.enum(['won', 'lost', 'void', 'returned']),
  payoutMinor: Minor,
});
const Side = z.enum(['member', 'house']);
const Missed = z.object({ what: z.literal('missed') });
const WHAT = ['entry', 'read', 'closed', 'typing'] as const;

function event<Name extends string, Data extends z.ZodType>(name: Name, data: Data, description: string) {
  return z.object({ event: z.literal(name), data }).describe(description);
}

const RESET = event('reset', z.object({}), 'Events may be missing: fetch everything on screen again');

export const StreamEvent = z.union([
  event('period', PeriodAnswer.extend({ key: z.string() }), 'A period begins'),
  event(
    'sealed',
    OfDraw.extend({ root: Hex, slipCount: z.number().int(), sealedAtMs: Millis }),
    'The book has the seal of a draw',
  ),
  event(
    'drawn',
    OfDraw.extend({ round: z.number().int(), dice: Dice, signature: Hex, drawnAtMs: Millis }),
    'The book has the dice of a draw',
  ),
  event('settled', OfDraw, 'The slips of a draw are paid, refunded or returned'),
  event('void', OfDraw, 'A draw is void, and the stakes go back'),
  event('late', OfDraw, 'The beacon is late; the draw waits for the same round'),
  event('clock', z.object({ nowMs: z.number() }), 'Every 15 seconds'),
  RESET,
  event(
    'balance',
    z.object({ availableMinor: Minor, heldMinor: Minor.optional(), slipsSettled: z.array(SettledSlip) }),
    'The member’s balance may have changed',
  ),
  event('message', z.object({ unread: z.number().int() }), 'Number of the member’s unread messages'),
  event(
    'desk',
    z.union([z.object({ threadId: z.string(), what: z.enum(WHAT), by: Side }), Missed]),
    'News of a conversation of the member; `missed`: fetch again',
  ),
  event('host', z.object({ hostId: z.string().nullable() }), 'A host’s public profile changed; null: any of them'),
]);

export const StaffStreamEvent = z.union([
  event('queues', z.object({ roles: z.array(z.enum(ROLES)) }), 'A work queue of these roles changed'),
  event(
    'desk',
    z.union([
      z.object({
        memberId: z.string(),
        threadId: z.string(),
        what: z.enum([...WHAT, 'handled']),
        by: Side,
        staff: z.object({ id: z.string(), name: z.string() }).optional(),
      }),
      Missed,
    ]),
    'News of a conversation, for roles that read conversations',
  ),
  RESET,
]);

z.globalRegistry.add(StreamEvent, { id: 'StreamEvent' });
z.globalRegistry.add(StaffStreamEvent, { id: 'StaffStreamEvent' });

import { z } from 'zod';
import { createUsualFirstAnswer } from '../../../desk/first-answer.ts';
import { inboxCounts, recentRatings } from '../../../desk/inbox.ts';
import { listStaff } from '../../../staff/accounts.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { ANSWERERS } from './desk-handling.ts';

const Count = z.number().int();

const InboxAnswer = z.object({
  mine: Count,
  unassigned: Count,
  snoozed: Count,
  back: Count.describe('Their snooze is over; of the caller or unassigned, and without a waiting member'),
  all: Count.describe('All open conversations'),
  firstAnswerMinutes: Count.nullable().describe('Usual time to a first answer over 30 days; null with too few'),
  rating: z
    .object({ count: Count, average: z.number() })
    .nullable()
    .describe('Ratings by members over 30 days, 1 to 5 stars; null without any'),
});
z.globalRegistry.add(InboxAnswer, { id: 'DeskInbox' });

type Deps = Pick<ConsoleDeps, 'db' | 'staff'>;

/** Counts of the inbox. They show no member's data and are polled, so reading them is not an audit event. */
export function deskInboxRoute(http: Http, { db }: Deps): void {
  const firstAnswer = createUsualFirstAnswer(db, () => performance.now());
  http.route({
    method: 'GET',
    url: '/api/console/desk/inbox',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'], unattended: true, readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Open conversations: of the caller, unassigned, snoozed and all; first-answer time and ratings',
      response: { 200: InboxAnswer, ...PROBLEMS },
    },
    handler: async (request) => ({
      ...(await inboxCounts(db, staffOf(request).id)),
      firstAnswerMinutes: await firstAnswer(),
      rating: await recentRatings(db),
    }),
  });
}

/** Names of staff alone, so reading them is not an audit event. */
export function deskColleaguesRoute(http: Http, { db, staff: { macs } }: Deps): void {
  http.route({
    method: 'GET',
    url: '/api/console/desk/colleagues',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Staff who answer conversations, by name',
      response: {
        200: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string(), role: z.enum(ROLES) })) }),
        ...PROBLEMS,
      },
    },
    handler: async () => {
      const all = await listStaff(db, macs);
      const open = all.filter((one) => one.disabledAt === null && !one.isForged && ANSWERERS.includes(one.role));
      return { items: open.map(({ id, name, role }) => ({ id, name, role })) };
    },
  });
}

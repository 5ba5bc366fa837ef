import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { LABELS } from '../../../desk/handling.ts';
import { createThreadTotal, listAllThreads, readEntries, readFile, readThread } from '../../../desk/records.ts';
import { THREAD_CURSOR, THREAD_FILTERS, THREAD_SORTS, type ThreadQuery } from '../../../desk/thread-query.ts';
import { type Asker, SUBJECTS } from '../../../desk/threads.ts';
import { hostNameOf } from '../../../directory/admin-hosts.ts';
import { bookingOfThread } from '../../../directory/booking-records.ts';
import { readLocale } from '../../../members/account/locale.ts';
import { userNamesByMember } from '../../../members/account/names.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import type { Http } from '../../http.ts';
import { answerConsoleThread, answerEntry, ConsoleThreadAnswer, EntryAnswer } from '../../shared/desk-answers.ts';
import { FILE_CONTENT, sendFile } from '../../shared/desk-files.ts';
import { BookingAnswer } from '../../shared/directory-shapes.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { given, sortQuery } from '../list-filter.ts';
import { accountOf, MemberParams } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';

export const DeskParams = MemberParams.extend({ id: Uuid });

/** A conversation in a list, with the member's user name. */
const ListedThread = ConsoleThreadAnswer.extend({ userName: z.string() });
z.globalRegistry.add(ListedThread, { id: 'ListedDeskThread' });

export const FullConsoleThread = ListedThread.extend({
  locale: z.string().nullable().describe('Language that the member chose; null if they chose none'),
  hostName: z.string().nullable().describe('Host that it is about; empty for a removed one, null for none'),
  booking: BookingAnswer.nullable().describe('The booking request that the conversation is about; null if none'),
  said: z.array(
    EntryAnswer.extend({
      by: z.string().nullable().describe('Name of the staff member who wrote it; null for the member’s entries'),
    }),
  ),
});
z.globalRegistry.add(FullConsoleThread, { id: 'FullConsoleDeskThread' });

/** Staff read names of hosts in English, or else in another language. */
export const STAFF_READERS = { languages: ['en'], house: 'en' } as const;

/** A conversation with its entries. Throws `not-found`. */
export async function readForDesk(tx: Tx, member: Asker, id: string): Promise<z.infer<typeof FullConsoleThread>> {
  const thread = await readThread(tx.q, member, id);
  const entries = await readEntries(tx.q, member, id);
  const ids = [thread.handling, ...entries].flatMap(({ staffId }) => staffId ?? []);
  const names = await namesOfStaff(tx.q, [...new Set(ids)]);
  const userNames = await userNamesByMember(tx.q, [member]);
  return {
    ...answerConsoleThread(thread, names),
    userName: userNames.get(member.memberId) ?? '',
    locale: await readLocale(tx.q, member),
    hostName: thread.hostId === null ? null : await hostNameOf(tx.q, STAFF_READERS, thread.hostId),
    booking: await bookingOfThread(tx.q, STAFF_READERS, member, id),
    said: entries.map((entry) => ({ ...answerEntry(entry), by: names.get(entry.staffId ?? '') ?? null })),
  };
}

/** Parts of the inbox. */
const BOXES = ['mine', 'unassigned', 'snoozed', 'back'] as const;

function boxFilter(
  box: (typeof BOXES)[number],
  staffId: string,
): Pick<ThreadQuery, 'assignedTo' | 'snoozed' | 'backFor'> {
  if (box === 'snoozed') return { snoozed: true };
  if (box === 'back') return { backFor: staffId };
  return { assignedTo: box === 'mine' ? staffId : null };
}

/** Filter of conversations, shared by the list and its CSV file. */
export const THREAD_FILTER = {
  state: z.enum(THREAD_FILTERS).optional(),
  subject: z.enum(SUBJECTS).optional(),
  memberId: Uuid.optional(),
  box: z
    .enum(BOXES)
    .optional()
    .describe('`mine` and `unassigned` are without snoozed ones; `back`: their snooze is over; absent: all'),
  label: z.enum(LABELS).optional(),
  ...DAYS,
  sort: sortQuery(THREAD_SORTS),
};

/** The filter as the domain takes it, for a staff member. Throws `date-bad` if the days end before they begin. */
export function threadFilter(
  query: z.infer<z.ZodObject<typeof THREAD_FILTER>>,
  staffId: string,
): Omit<ThreadQuery, 'limit' | 'cursor'> & { member?: Asker } {
  const { memberId, box, from, to, ...same } = query;
  const member = memberId === undefined ? undefined : accountOf({ memberId });
  const inBox = box === undefined ? {} : boxFilter(box, staffId);
  return { ...given({ ...same, member }), ...inBox, ...spanOf({ from, to }) };
}

export function listAllThreadsRoute(http: Http, deps: { db: Db }): void {
  const total = createThreadTotal();
  http.route({
    method: 'GET',
    url: '/api/console/desk/threads',
    // The page reloads this on each event, also while unattended.
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'], unattended: true },
    schema: {
      tags: ['console'],
      summary: 'Conversations of all members with the desk: usually open ones first, longest wait first',
      querystring: pageQuery(THREAD_CURSOR).extend(THREAD_FILTER),
      response: { 200: page(ListedThread), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      const staff = staffOf(request);
      return transaction(deps.db, async (tx) => {
        const query = { ...threadFilter(filter, staff.id), ...given({ cursor }), limit };
        const found = await listAllThreads(tx.q, query, total);
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        await record(tx, { staff, why: null, address: request.ip, act: 'desk-threads-read', after: seen });
        const names = await userNamesByMember(tx.q, found.items);
        const nameOf = ({ memberId }: { memberId: string }) => names.get(memberId) ?? '';
        const people = found.items.flatMap(({ handling }) => handling.staffId ?? []);
        const staffNames = await namesOfStaff(tx.q, [...new Set(people)]);
        return {
          ...found,
          items: found.items.map((one) => ({ ...answerConsoleThread(one, staffNames), userName: nameOf(one) })),
        };
      });
    },
  });
}

export function readAnyThreadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/desk/:id',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'], unattended: true },
    schema: {
      tags: ['console'],
      summary: 'One conversation with its entries',
      params: DeskParams,
      response: { 200: FullConsoleThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(deps.db, async (tx) => {
        const thread = await readForDesk(tx, member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'desk-thread-read', member, subject: `desk/${id}` });
        return thread;
      });
    },
  });
}

export function readAnyDeskFileRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/desk/:id/files/:n',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'The file of an entry that a member sent',
      params: DeskParams.extend({ n: z.coerce.number().int().min(1).max(500) }),
      response: { 200: FILE_CONTENT, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id, n } = request.params;
      const member = accountOf(request.params);
      const file = await transaction(deps.db, async (tx) => {
        const found = await readFile(tx.q, member, id, n);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'desk-file-read', member, subject: `desk/${id}/${n}` });
        return found;
      });
      return sendFile(reply, file, n);
    },
  });
}

import { z } from 'zod';
import { listAllFormal } from '../../../complaints/formal/records.ts';
import { listAllComplaints } from '../../../complaints/records.ts';
import { listAllThreads } from '../../../desk/records.ts';
import { createMemberCount } from '../../../members/account/member-count.ts';
import { searchMembers } from '../../../members/account/search.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { COMPLAINT_FILTER, complaintFilter } from '../complaints/complaints.ts';
import { FORMAL_FILTER, formalFilter } from '../complaints/list-formal.ts';
import { THREAD_FILTER, threadFilter } from '../desk/desk-threads.ts';
import { given } from '../list-filter.ts';
import { MEMBER_FILTER } from '../members/list-members.ts';
import { memberNames } from '../members/member-names.ts';
import { timeCell } from './csv.ts';
import { exportOf } from './export-plan.ts';

const MEMBERS = exportOf({
  what: 'members',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of members as CSV',
  query: z.object(MEMBER_FILTER),
  plan: (query) => {
    const countAll = createMemberCount();
    return {
      columns: ['id', 'user_name', 'joined_at', 'state'],
      async page(q, limit, cursor) {
        const { items, ...rest } = await searchMembers(q, { ...given(query), ...given({ cursor }), limit }, countAll);
        const rows = items.map((one) => [one.memberId, one.userName, timeCell(one.joinedAtMs), one.state]);
        return { ...rest, rows, members: items.map(({ memberId }) => memberId) };
      },
    };
  },
});

const COMPLAINTS = exportOf({
  what: 'complaints',
  roles: ['support', 'finance', 'auditor', 'owner'],
  summary: 'The list of complaints as CSV',
  query: z.object(COMPLAINT_FILTER),
  plan: (query) => ({
    columns: [
      ...['id', 'member_id', 'user_name', 'slip_id', 'draw_id', 'state', 'asked_at', 'due_at', 'answered_at'],
      'words',
    ],
    async page(q, limit, cursor) {
      const found = await listAllComplaints(q, { ...complaintFilter(query), ...given({ cursor }), limit });
      const { items, ...rest } = found;
      const members = items.map(({ memberId }) => memberId);
      const userName = await memberNames(q, members);
      const rows = items.map((one) => [
        ...[one.id, one.memberId, userName(one.memberId), one.slipId, one.drawId, one.state],
        ...[one.askedAtMs, one.dueAtMs, one.answeredAtMs].map(timeCell),
        one.words,
      ]);
      return { ...rest, rows, members };
    },
  }),
});

const FORMAL = exportOf({
  what: 'formal-complaints',
  roles: ['support', 'finance', 'auditor', 'owner'],
  summary: 'The list of formal complaints as CSV',
  query: z.object(FORMAL_FILTER),
  plan: (query) => ({
    columns: [
      ...['id', 'number', 'member_id', 'user_name', 'subject', 'stage', 'outcome', 'filed_at', 'due_at'],
      ...['answer_due_at', 'answered_at', 'closed_at', 'words'],
    ],
    async page(q, limit, cursor) {
      const found = await listAllFormal(q, { ...formalFilter(query), ...given({ cursor }), limit });
      const { items, ...rest } = found;
      const members = items.map(({ memberId }) => memberId);
      const userName = await memberNames(q, members);
      const rows = items.map((one) => [
        ...[one.id, one.number, one.memberId, userName(one.memberId), one.subject, one.stage, one.outcome ?? ''],
        ...[one.filedAtMs, one.dueAtMs, one.answerDueAtMs, one.answeredAtMs, one.closedAtMs].map(timeCell),
        one.words,
      ]);
      return { ...rest, rows, members };
    },
  }),
});

/** Without texts: a list shows only the beginning of the last one, and the conversation itself is the record. */
const THREADS = exportOf({
  what: 'desk/threads',
  roles: ['support', 'auditor', 'owner'],
  summary: 'The list of conversations as CSV, without what was written',
  query: z.object(THREAD_FILTER),
  plan: (query, { staff: caller }) => ({
    columns: [
      ...['id', 'member_id', 'user_name', 'subject', 'state', 'labels', 'assigned_to', 'entries', 'rating'],
      ...['opened_at', 'first_answered_at', 'last_at', 'waits_since', 'snoozed_until'],
    ],
    async page(q, limit, cursor) {
      const found = await listAllThreads(q, { ...threadFilter(query, caller.id), ...given({ cursor }), limit });
      const { items, ...rest } = found;
      const members = items.map(({ memberId }) => memberId);
      const userName = await memberNames(q, members);
      const staff = await namesOfStaff(q, [...new Set(items.flatMap(({ handling }) => handling.staffId ?? []))]);
      const rows = items.map(({ handling, ...one }) => [
        ...[one.id, one.memberId, userName(one.memberId), one.subject, one.state, handling.labels.join(' ')],
        ...[handling.staffId === null ? null : (staff.get(handling.staffId) ?? ''), one.entries],
        one.rating?.stars ?? null,
        ...[one.openedAtMs, one.firstAnsweredAtMs, one.lastAtMs, one.waitsSinceMs].map(timeCell),
        timeCell(handling.snoozedUntilMs),
      ]);
      return { ...rest, rows, members };
    },
  }),
});

export const EXPORTS_OF_MEMBERS = [MEMBERS, COMPLAINTS, FORMAL, THREADS];

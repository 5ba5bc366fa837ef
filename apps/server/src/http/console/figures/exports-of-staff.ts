import { z } from 'zod';
import { listActs } from '../../../audit/acts.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { listProposals } from '../../../staff/proposals.ts';
import { ACTS_FILTER, actsFilter, touched } from '../audit/audit.ts';
import { given } from '../list-filter.ts';
import { memberNames } from '../members/member-names.ts';
import { memberOf } from '../proposals/proposal-shapes.ts';
import { PROPOSAL_FILTER, proposalFilter } from '../proposals/proposals.ts';
import { timeCell } from './csv.ts';
import { exportOf } from './export-plan.ts';

const ACTS = exportOf({
  what: 'audit',
  roles: ['auditor', 'owner'],
  summary: 'The audit log as CSV, with the hash of each act',
  query: z.object(ACTS_FILTER),
  plan: (query) => ({
    columns: [
      ...['seq', 'at', 'staff', 'role', 'act', 'why', 'member_id', 'user_name', 'subject', 'before', 'after'],
      ...['address', 'hash'],
    ],
    async page(q, limit, cursor) {
      const before = cursor === undefined ? {} : { before: BigInt(cursor) };
      const { items, ...rest } = await listActs(q, { ...actsFilter(query), ...before, limit });
      const members = touched(items);
      const userName = await memberNames(q, members);
      const rows = items.map((one) => [
        ...[one.seq, timeCell(one.atMs), one.staff?.name ?? null, one.staff?.role ?? null, one.act, one.why],
        ...[one.memberId, one.memberId === null ? null : userName(one.memberId), one.subject],
        ...[JSON.stringify(one.before), JSON.stringify(one.after), one.address, one.hash],
      ]);
      return { ...rest, rows, members };
    },
  }),
});

const PROPOSALS = exportOf({
  what: 'proposals',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of proposals as CSV',
  query: z.object(PROPOSAL_FILTER),
  plan: (query, { macs, staff: caller }) => ({
    columns: [
      ...['id', 'what', 'subject', 'member_id', 'user_name', 'why', 'proposed_by', 'proposed_at', 'outcome'],
      ...['decided_by', 'decided_at', 'decided_why', 'body'],
    ],
    async page(q, limit, cursor) {
      const found = await listProposals(q, macs, { ...proposalFilter(query, caller), ...given({ cursor }), limit });
      const { items, ...rest } = found;
      const members = items.flatMap((one) => memberOf(one) ?? []);
      const userName = await memberNames(q, members);
      const ids = items.flatMap(({ proposedBy, decidedBy }) => [
        proposedBy,
        ...(decidedBy === null ? [] : [decidedBy]),
      ]);
      const staff = await namesOfStaff(q, [...new Set(ids)]);
      const rows = items.map((one) => {
        const memberId = memberOf(one);
        return [
          ...[one.id, one.what, one.subject, memberId, memberId === null ? null : userName(memberId), one.why],
          ...[staff.get(one.proposedBy) ?? '', timeCell(one.proposedAtMs), one.outcome],
          ...[one.decidedBy === null ? null : (staff.get(one.decidedBy) ?? ''), timeCell(one.decidedAtMs)],
          ...[one.decidedWhy, JSON.stringify(one.body)],
        ];
      });
      return { ...rest, rows, members };
    },
  }),
});

export const EXPORTS_OF_STAFF = [ACTS, PROPOSALS];

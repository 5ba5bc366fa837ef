import { z } from 'zod';
import { ACT_SORTS, type ActsQuery, type LoggedAct, listActs } from '../../../audit/acts.ts';
import { record } from '../../../audit/audit.ts';
import { bucketOf } from '../../../db/ids.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { hostNameOf } from '../../../directory/admin-hosts.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Hex, page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { STAFF_READERS } from '../desk/desk-threads.ts';
import { given } from '../list-filter.ts';
import { memberNames } from '../members/member-names.ts';
import { staffOf } from '../staff-caller.ts';

export const ACT_CURSOR = /^\d{1,18}$/;

export const ActAnswer = z.object({
  seq: z.string().describe('Index in the audit log, from 0 without gaps'),
  atMs: z.number().int(),
  staff: z
    .object({ id: z.uuid(), name: z.string(), role: z.string() })
    .nullable()
    .describe('Staff account; null for automatic acts and for operator commands'),
  act: z.string(),
  why: z.string().nullable(),
  memberId: z.uuid().nullable(),
  subject: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
  hash: Hex,
});
z.globalRegistry.add(ActAnswer, { id: 'Act' });

/** An act in the whole log. The log has ids only, so the name is the current one. */
const ListedActAnswer = ActAnswer.extend({
  memberName: z.string().nullable().describe('User name of the member; null without a member'),
  subjectName: z.string().nullable().describe('Name of the staff account or host that is the subject; null for others'),
});
z.globalRegistry.add(ListedActAnswer, { id: 'ListedAct' });

/** Filter of audit events, shared by the list and its CSV file. */
export const ACTS_FILTER = {
  member: Uuid.optional(),
  staff: Uuid.optional().describe('Staff account'),
  act: z
    .string()
    .trim()
    .regex(/^[a-z-]{0,60}$/)
    .optional()
    .describe('Prefix of the act’s code, such as `member-`'),
  ...DAYS,
  sort: z.enum(ACT_SORTS).optional().describe('`-at`, newest first, by default'),
};

/** The filter as the domain takes it. Throws `date-bad` if it ends before it begins. */
export function actsFilter(query: z.infer<z.ZodObject<typeof ACTS_FILTER>>): Omit<ActsQuery, 'limit' | 'before'> {
  const { member, staff, act, sort, from, to } = query;
  return {
    ...(member === undefined ? {} : { member: { bucket: bucketOf(member), memberId: member } }),
    ...given({ staffId: staff, act, sort }),
    ...spanOf({ from, to }),
  };
}

/** Lists audit events. Reading them is itself an audit event, which names the members whose events were shown. */
export function listActsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/audit',
    config: { access: 'staff', roles: ['auditor', 'owner'], readCost: 3 },
    schema: {
      tags: ['console'],
      summary: 'The acts of staff, usually newest first',
      querystring: pageQuery(ACT_CURSOR).extend(ACTS_FILTER),
      response: { 200: page(ListedActAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...wishes } = request.query;
      const filter = actsFilter(wishes);
      const about = filter.member === undefined ? {} : { member: filter.member };
      return transaction(deps.db, async (tx) => {
        const before = cursor === undefined ? {} : { before: BigInt(cursor) };
        const found = await listActs(tx.q, { limit, ...before, ...filter });
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'audit-read', ...about, after: { ...wishes, members: touched(found.items) } });
        const memberName = await memberNames(tx.q, touched(found.items));
        const subjectName = await subjectNames(tx, found.items);
        const items = found.items.map((one) => ({
          ...answerAct(one),
          subjectName: subjectName.get(one.subject ?? '') ?? null,
          memberName: one.memberId === null ? null : memberName(one.memberId),
        }));
        return { ...found, items };
      });
    },
  });
}

const SUBJECT_OF_PERSON = /^(staff|host)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Names of the staff accounts and hosts among the subjects, by subject. */
async function subjectNames({ q }: Tx, acts: readonly LoggedAct[]): Promise<Map<string, string>> {
  const found = [...new Set(acts.flatMap(({ subject }) => subject ?? []))].flatMap((subject) => {
    const [, kind, id] = SUBJECT_OF_PERSON.exec(subject) ?? [];
    return id === undefined ? [] : [{ subject, kind, id }];
  });
  const staff = await namesOfStaff(
    q,
    found.filter(({ kind }) => kind === 'staff').map(({ id }) => id),
  );
  const names = new Map<string, string>();
  for (const { subject, kind, id } of found) {
    const name = kind === 'staff' ? staff.get(id) : await hostNameOf(q, STAFF_READERS, id);
    if (name) names.set(subject, name);
  }
  return names;
}

/** Ids of the members whom the acts concern. */
export function touched(acts: readonly LoggedAct[]): string[] {
  return [...new Set(acts.flatMap(({ memberId }) => memberId ?? []))];
}

export function answerAct({ seq, ...act }: LoggedAct): z.infer<typeof ActAnswer> {
  return { ...act, seq: String(seq) };
}

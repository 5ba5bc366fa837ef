import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { THREAD_CURSOR, THREAD_FILTERS, THREAD_STATES } from '../../../desk/thread-query.ts';
import { listVisitorThreads, readVisitorEntries, readVisitorThread } from '../../../desk/visitor-records.ts';
import { VISITOR_TOPICS } from '../../../desk/visitor-threads.ts';
import { userNamesByMember } from '../../../members/account/names.ts';
import { compareClaims, MATCHES } from '../../../members/account/recovery-comparison.ts';
import {
  findRecoveryRequest,
  hasUndecided,
  lastStopOf,
  RECOVERY_STATES,
  type RecoveryRequest,
  recoveryRequestsOf,
} from '../../../members/account/recovery-requests.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { lastSeenOf } from '../../../members/sessions/last-seen.ts';
import { activePayee } from '../../../payments/payees/payees.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import type { Http } from '../../http.ts';
import { answerVisitorEntry, VisitorEntryAnswer } from '../../shared/desk-answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { given } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';

const Millis = z.number().int();
const MatchAnswer = z.enum(MATCHES);

export const VisitorParams = z.object({ id: Uuid });

const ListedVisitorThread = z.object({
  id: z.uuid(),
  number: z.string(),
  topic: z.enum(VISITOR_TOPICS),
  locale: z.string().describe('Language of the visitor’s page'),
  contact: z.string(),
  state: z.enum(THREAD_STATES),
  openedAtMs: Millis,
  lastAtMs: Millis,
  waitsSinceMs: Millis.nullable(),
  entries: z.number().int(),
  lastText: z.string(),
  recoveryState: z.enum(RECOVERY_STATES).nullable().describe('Null for other topics'),
});
z.globalRegistry.add(ListedVisitorThread, { id: 'ListedVisitorThread' });

const RecoveryAnswer = z.object({
  state: z.enum(RECOVERY_STATES),
  userName: z.string().describe('As the visitor typed it'),
  memberId: z.uuid().nullable().describe('The account of that user name; null if there is none'),
  matches: z
    .object({ realName: MatchAnswer, payeeDigits: MatchAnswer })
    .nullable()
    .describe('What the visitor gave, compared with the account; null without an account'),
  account: z
    .object({
      userName: z.string(),
      seenAtMs: Millis.nullable().describe('Last use of any session; null if none is on file'),
      seenSinceRequest: z.boolean().describe('Whether a session was used after the request'),
      stoppedAtMs: Millis.nullable().describe('When the member last stopped a request; null if they stopped none'),
    })
    .nullable(),
  requestedAtMs: Millis,
  readyAtMs: Millis.describe('Earliest time at which an approved request sets a password'),
  expiresAtMs: Millis,
  decidedAtMs: Millis.nullable(),
  decidedBy: z.string().nullable().describe('Name of the staff member'),
  why: z.string().nullable(),
});

export const FullVisitorThread = ListedVisitorThread.extend({
  said: z.array(
    VisitorEntryAnswer.extend({
      by: z.string().nullable().describe('Name of the staff member who wrote it; null for the visitor’s entries'),
    }),
  ),
  recovery: RecoveryAnswer.nullable(),
});
z.globalRegistry.add(FullVisitorThread, { id: 'FullVisitorThread' });

/** A conversation with its entries, and the request compared with the account. Throws `not-found`. */
export async function readForStaff(tx: Tx, id: string): Promise<z.infer<typeof FullVisitorThread>> {
  const thread = await readVisitorThread(tx.q, id);
  const entries = await readVisitorEntries(tx.q, id);
  const request = await findRecoveryRequest(tx.q, id);
  const ids = [...entries.map(({ staffId }) => staffId), request?.decidedBy ?? null].filter((one) => one !== null);
  const names = await namesOfStaff(tx.q, [...new Set(ids)]);
  return {
    ...thread,
    recoveryState: request?.state ?? null,
    said: entries.map((entry) => ({ ...answerVisitorEntry(entry), by: names.get(entry.staffId ?? '') ?? null })),
    recovery: request && (await answerRecovery(tx, request, names)),
  };
}

async function answerRecovery(
  tx: Tx,
  request: RecoveryRequest,
  staffNames: ReadonlyMap<string, string>,
): Promise<z.infer<typeof RecoveryAnswer>> {
  const { account } = request;
  const seenAt = account && (await lastSeenOf(tx.q, account));
  return {
    ...{ state: request.state, userName: request.userName, memberId: account?.memberId ?? null },
    matches: account && (await compareWith(tx, request, account)),
    account: account && {
      userName: (await userNamesByMember(tx.q, [account])).get(account.memberId) ?? '',
      seenAtMs: seenAt?.getTime() ?? null,
      seenSinceRequest: seenAt !== null && seenAt > request.requestedAt,
      stoppedAtMs: (await lastStopOf(tx.q, account))?.getTime() ?? null,
    },
    requestedAtMs: request.requestedAt.getTime(),
    readyAtMs: request.readyAt.getTime(),
    expiresAtMs: request.expiresAt.getTime(),
    decidedAtMs: request.decidedAt?.getTime() ?? null,
    decidedBy: staffNames.get(request.decidedBy ?? '') ?? null,
    why: request.why,
  };
}

async function compareWith(tx: Tx, request: RecoveryRequest, account: NonNullable<RecoveryRequest['account']>) {
  const { realName } = await readPerson(tx.q, account);
  const payee = await activePayee(tx.q, account);
  return compareClaims(request, { realName, payeeMasked: payee?.masked ?? null });
}

export function listVisitorThreadsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/visitor-threads',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'], unattended: true },
    schema: {
      tags: ['console'],
      summary: 'Conversations with visitors: open ones first, longest wait first',
      querystring: pageQuery(THREAD_CURSOR).extend({
        state: z
          .enum([...THREAD_FILTERS, 'undecided'])
          .optional()
          .describe('`undecided`: a request for a new password waits for a decision'),
        topic: z.enum(VISITOR_TOPICS).optional(),
        reference: z.string().max(40).optional().describe('Number of a conversation as typed'),
      }),
      response: { 200: page(ListedVisitorThread), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, state, topic, reference: number } = request.query;
      return transaction(db, async (tx) => {
        const found = await listVisitorThreads(tx.q, {
          limit,
          ...given({ cursor }),
          ...given({ topic, number }),
          ...(state === 'undecided' ? { having: hasUndecided } : given({ state })),
        });
        const requests = await recoveryRequestsOf(
          tx.q,
          found.items.map(({ id }) => id),
        );
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'visitor-threads-read', after: found.items.map(({ number }) => number) });
        const items = found.items.map((one) => ({ ...one, recoveryState: requests.get(one.id)?.state ?? null }));
        return { ...found, items };
      });
    },
  });
}

export function readAnyVisitorThreadRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/visitor-threads/:id',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'], unattended: true },
    schema: {
      tags: ['console'],
      summary: 'One conversation with a visitor; a request for a new password is compared with the account',
      params: VisitorParams,
      response: { 200: FullVisitorThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      return transaction(db, async (tx) => {
        const thread = await readForStaff(tx, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'visitor-thread-read', subject: `visitor/${id}` });
        return thread;
      });
    },
  });
}

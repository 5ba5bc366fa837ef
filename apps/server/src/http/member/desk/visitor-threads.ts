import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import {
  finishRecovery,
  openVisitorQuestion,
  requestRecovery,
  withVisitorThread,
} from '../../../decisions/recovery.ts';
import type { VisitorKey } from '../../../desk/visitor-keys.ts';
import { readVisitorEntries, readVisitorThread } from '../../../desk/visitor-records.ts';
import { addVisitorText, type LockedVisitorThread, VISITOR_TOPICS } from '../../../desk/visitor-threads.ts';
import { findRecoveryRequest, type RecoveryState } from '../../../members/account/recovery-requests.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import type { Http } from '../../http.ts';
import { localeOf } from '../../shared/accept-language.ts';
import { answerVisitorEntry, DESK_BYTES_MAX, VisitorEntryAnswer, Words } from '../../shared/desk-answers.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed, TypedUserName } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';

/** Number and secret in a header, which no log stores. Logs would store a URL. */
const KeyHeaders = z.object({
  authorization: z.string().max(200).describe('`Bearer`, the number, a dot and the secret of the conversation'),
});

/** A retry gets the same secret, which follows from the key. So the key must be random, and kept secret, too. */
const OpeningHeaders = z.object({
  'idempotency-key': z
    .string()
    .max(200)
    .optional()
    .describe('A random UUID. A retry with it gets the same number and secret'),
});

const KeyAnswer = z.object({
  number: z.string().describe('Number of the conversation, to come back with'),
  secret: z.string().describe('Proves that the visitor opened it; shown once'),
});

const Contact = Typed.describe('How the visitor can be reached: 1 to 120 characters');
const Millis = z.number().int();

const VisitorState = z.enum(['waiting', 'approved', 'refused', 'expired', 'done']);

const VisitorThreadAnswer = z.object({
  number: z.string(),
  topic: z.enum(VISITOR_TOPICS),
  closed: z.boolean(),
  entries: z.array(VisitorEntryAnswer).describe('Oldest first'),
  recovery: z
    .object({
      state: VisitorState.describe('`waiting`: for support. `approved`: a new password can be set from `readyAtMs`'),
      readyAtMs: Millis,
      expiresAtMs: Millis,
    })
    .nullable()
    .describe('The request for a new password; null for other conversations'),
});
z.globalRegistry.add(VisitorThreadAnswer, { id: 'VisitorThread' });

interface Deps {
  db: Db;
  members: MembersDeps;
  payments: PaymentsDeps;
}

const BEARER = /^Bearer ([^\s.]{1,40})\.([^\s.]{1,80})$/;

function visitorKeyOf(request: FastifyRequest): VisitorKey {
  const [, number = '', secret = ''] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  return { number, secret };
}

function withThread<T>(deps: Deps, request: FastifyRequest, act: (tx: Tx, thread: LockedVisitorThread) => Promise<T>) {
  return withVisitorThread(deps.db, visitorKeyOf(request), callerOf(request), act);
}

/** Verifies the key before the body is read. */
function needsKey(deps: Deps): (request: FastifyRequest) => Promise<void> {
  return (request) => withThread(deps, request, async () => {});
}

async function answerThread(tx: Tx, { id }: LockedVisitorThread): Promise<z.infer<typeof VisitorThreadAnswer>> {
  const { number, topic, state } = await readVisitorThread(tx.q, id);
  const entries = await readVisitorEntries(tx.q, id);
  const request = await findRecoveryRequest(tx.q, id);
  return {
    ...{ number, topic, closed: state === 'closed', entries: entries.map(answerVisitorEntry) },
    recovery: request && {
      state: stateForVisitor(request.state),
      readyAtMs: request.visitorReadyAt.getTime(),
      expiresAtMs: request.expiresAt.getTime(),
    },
  };
}

/** That a member stopped it, or that another request was used, would say that the account exists. */
function stateForVisitor(state: RecoveryState): z.infer<typeof VisitorState> {
  return state === 'stopped' || state === 'superseded' ? 'refused' : state;
}

export function requestRecoveryRoute(http: Http, { db }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/recovery-requests',
    config: { access: 'public', anyCaller: true },
    bodyLimit: DESK_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary:
        'Ask for a new password without a recovery code, once for each Idempotency-Key; answers the same whether or ' +
        'not the account exists. Support decides, after a day at the earliest',
      headers: OpeningHeaders,
      body: z.strictObject({
        userName: TypedUserName,
        realName: Typed.describe('Empty if unknown'),
        payeeDigits: Typed.describe('Last four digits of the card or account for payouts; empty if unknown'),
        contact: Contact,
        text: Words,
      }),
      response: { 201: KeyAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const form = { ...request.body, key: keyOf(request), locale: localeOf(request) };
      return reply.code(201).send(await requestRecovery(db, form, callerOf(request)));
    },
  });
}

export function openVisitorThreadRoute(http: Http, { db }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/visitor-threads',
    config: { access: 'public', anyCaller: true },
    bodyLimit: DESK_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'Ask the desk about registration, without an account, once for each Idempotency-Key',
      headers: OpeningHeaders,
      body: z.strictObject({ contact: Contact, text: Words }),
      response: { 201: KeyAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const form = { ...request.body, key: keyOf(request), locale: localeOf(request) };
      return reply.code(201).send(await openVisitorQuestion(db, form, callerOf(request)));
    },
  });
}

export function readVisitorThreadRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/visitor-thread/read',
    // Reading counts wrong keys, so it is not a GET.
    config: { access: 'public', anyCaller: true },
    onRequest: needsKey(deps),
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'The visitor’s conversation, and the state of their request for a new password',
      headers: KeyHeaders,
      response: { 200: VisitorThreadAnswer, ...PROBLEMS },
    },
    handler: (request) => withThread(deps, request, answerThread),
  });
}

export function addVisitorTextRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/visitor-thread/entries',
    config: { access: 'public', anyCaller: true },
    onRequest: needsKey(deps),
    bodyLimit: DESK_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'Write in the visitor’s conversation, once for each Idempotency-Key; a closed conversation reopens',
      headers: KeyHeaders.extend(MoneyHeaders.shape),
      body: z.strictObject({ text: Words }),
      response: { 201: VisitorThreadAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const key = keyOf(request);
      const written = await withThread(deps, request, async (tx, thread) => {
        await addVisitorText(tx, thread, { key, text: request.body.text });
        return answerThread(tx, thread);
      });
      return reply.code(201).send(written);
    },
  });
}

export function setRecoveredPasswordRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/visitor-thread/password',
    config: { access: 'public', anyCaller: true, proves: 'recovery', holdsSecret: true },
    onRequest: needsKey(deps),
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary:
        'Set a new password with an approved request, once; all sessions end, and the payee cannot be replaced for 7 days',
      headers: KeyHeaders,
      body: z.strictObject({ newPassword: Typed }),
      response: {
        200: z.object({ recoveryCodes: z.array(z.string()).describe('New recovery codes; shown once') }),
        ...PROBLEMS,
      },
    },
    handler: async (request) => {
      const { newPassword } = request.body;
      const done = await finishRecovery(deps, visitorKeyOf(request), newPassword, callerOf(request));
      request.meant = done.memberId;
      return { recoveryCodes: done.recoveryCodes };
    },
  });
}

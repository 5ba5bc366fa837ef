import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import { Refusal } from '../../../refusal.ts';
import {
  FOLLOW_UP_DAYS_MAX,
  INTERACTION_ACTIONS,
  INTERACTION_OUTCOMES,
  type InteractionAction,
  recordInteraction,
} from '../../../risk/interactions.ts';
import type { Http } from '../../http.ts';
import { WORDS_BYTES_MAX } from '../../shared/complaint-answers.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { KindValue, readValue } from '../../shared/limit-answers.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { CaseParams, ReadRiskCaseAnswer, readCaseForConsole } from './case-shapes.ts';

/** Message that an action sends to the member, in fixed words of the app. */
const MESSAGES: Partial<Record<InteractionAction, string>> = { message: 'play-tools', limit: 'limit-suggested' };

export function recordInteractionRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/risk-cases/:id/interactions',
    config: { access: 'staff', roles: ['support'], readByMembers: true },
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary:
        'Record what was done about a case: a message, a call, a suggested limit; the member decides about limits',
      params: CaseParams,
      body: z.strictObject({
        action: z.enum(INTERACTION_ACTIONS),
        outcome: z.enum(INTERACTION_OUTCOMES),
        words: TypedWords.describe('What was said and why: 10 to 2000 characters. Part of the member’s data'),
        followUpDays: z
          .int()
          .min(1)
          .max(FOLLOW_UP_DAYS_MAX)
          .nullable()
          .describe('The case waits again after so many days; null: it is done'),
        limit: z
          .strictObject({ kind: KindValue, value: z.string().max(20) })
          .nullable()
          .describe('Of `limit`: the stricter limit that the member may accept'),
      }),
      response: { 200: ReadRiskCaseAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const staff = staffOf(request);
      const { limit, ...made } = request.body;
      const suggested = limit && { kind: limit.kind, value: readWhole(limit.value) };
      return transaction(db, async (tx) => {
        await recordInteraction(tx, member, id, { ...made, limit: suggested, staffId: staff.id });
        await sendMessage(tx, member, made.action);
        const { words, ...after } = { ...made, limit };
        const act = { act: 'risk-interaction', member, subject: `risk-case/${id}`, after };
        await record(tx, { ...act, staff, why: words, address: request.ip });
        return readCaseForConsole(tx, member, id);
      });
    },
  });
}

function readWhole(typed: string): bigint {
  const value = readValue(typed);
  if (value === null) throw new Refusal('bad-amount', {}, { value: 'bad-amount' });
  return value;
}

async function sendMessage(tx: Tx, member: Account, action: InteractionAction): Promise<void> {
  const kind = MESSAGES[action];
  if (kind !== undefined) await notifyMember(tx, member, { kind, params: {} });
}

import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { answerComplaint } from '../../../complaints/answer.ts';
import { transaction } from '../../../db/transaction.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import type { Http } from '../../http.ts';
import { WORDS_BYTES_MAX } from '../../shared/complaint-answers.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { ComplaintParams, ReadComplaintAnswer, readForConsole } from './complaint-shapes.ts';

export function answerComplaintRoute(http: Http, deps: Pick<ConsoleDeps, 'db' | 'catalogue'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/complaints/:id/answer',
    config: { access: 'staff', roles: ['support', 'finance', 'owner'], readByMembers: true },
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Answer a complaint about a bet, once; the member is notified. No bet, result or amount changes',
      params: ComplaintParams,
      body: z.strictObject({ words: TypedWords.describe('Shown to the member: 10 to 2000 characters') }),
      response: { 200: ReadComplaintAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const staff = staffOf(request);
      return transaction(deps.db, async (tx) => {
        const given = { staffId: staff.id, words: request.body.words };
        const { slipId, drawId, words } = await answerComplaint(tx, member, id, given);
        await notifyMember(tx, member, { kind: 'complaint-answered', params: { complaintId: id, slipId, drawId } });
        const states = { before: { state: 'open' }, after: { state: 'answered' } };
        const answered = await readForConsole(tx, deps.catalogue(), member, id);
        const by = { staff, why: words, address: request.ip };
        await record(tx, { ...by, act: 'complaint-answered', member, subject: `complaint/${id}`, ...states });
        return answered;
      });
    },
  });
}

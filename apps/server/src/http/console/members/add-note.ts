import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { addNote } from '../../../members/account/notes.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { WORDS_BYTES_MAX } from '../../shared/complaint-answers.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams } from './member-params.ts';
import { memberOrRefuse } from './member-shapes.ts';
import { answerNotes, NoteAnswer } from './note-shapes.ts';

export function addNoteRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/notes',
    config: { access: 'staff', roles: ['support', 'finance', 'owner'] },
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Add a note about a member; it cannot be changed, and is part of the member’s data export',
      params: MemberParams,
      body: z.strictObject({ words: TypedWords }),
      response: { 201: NoteAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const member = accountOf(request.params);
      const staff = staffOf(request);
      const note = await transaction(db, async (tx) => {
        await memberOrRefuse(tx.q, member);
        const added = await addNote(tx, member, { staffId: staff.id, words: request.body.words });
        const [answer] = await answerNotes(tx, [added]);
        if (!answer) throw new Refusal('not-found');
        const act = { act: 'member-noted', subject: `note/${added.id}`, after: { words: added.words } };
        await record(tx, { ...act, staff, why: null, member, address: request.ip });
        return answer;
      });
      return reply.code(201).send(note);
    },
  });
}

import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listNotes } from '../../../members/account/notes.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams } from './member-params.ts';
import { memberOrRefuse } from './member-shapes.ts';
import { answerNotes, NoteAnswer } from './note-shapes.ts';

export function memberNotesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/notes',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Notes of staff about a member, newest first; part of the member’s data export',
      params: MemberParams,
      querystring: pageQuery(ID_CURSOR),
      response: { 200: page(NoteAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const member = accountOf(request.params);
      const { limit, cursor } = request.query;
      return transaction(db, async (tx) => {
        await memberOrRefuse(tx.q, member);
        const found = await listNotes(tx.q, member, { limit, ...(cursor === undefined ? {} : { before: cursor }) });
        const items = await answerNotes(tx, found.items);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'member-notes-read', member });
        return { ...found, items };
      });
    },
  });
}

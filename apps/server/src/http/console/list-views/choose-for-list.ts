import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { chooseForList } from '../../../staff/list-views.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { ChoiceAnswer, ChoiceBody, ViewedList } from './list-view-shapes.ts';

export function chooseForListRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/list-choices/:list',
    config: { access: 'staff', roles: ROLES },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Choose the view that a list opens with, and its columns, for oneself',
      params: z.object({ list: ViewedList }),
      body: ChoiceBody,
      response: { 200: ChoiceAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { list } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await chooseForList(tx, staff, { list, ...request.body });
        const act = { act: 'list-choice-changed', subject: `list/${list}`, after: request.body };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return { list, ...request.body };
      });
    },
  });
}

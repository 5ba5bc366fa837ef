import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { listChoices, listViews } from '../../../staff/list-views.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { ChoiceAnswer, ViewAnswer } from './list-view-shapes.ts';

/** Settings of the console alone, so reading them is not an audit event. */
export function readViewsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/list-views',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'The caller’s views of all lists, those of their role, and what they chose for each list',
      response: {
        200: z.object({ views: z.array(ViewAnswer), choices: z.array(ChoiceAnswer) }),
        ...PROBLEMS,
      },
    },
    handler: async (request) => {
      const staff = staffOf(request);
      const views = await listViews(db, staff);
      const choices = await listChoices(db, staff);
      return {
        views: views.map((view) => ({ ...view, query: { ...view.query, columns: copied(view.query.columns) } })),
        choices: choices.map((choice) => ({ ...choice, columns: copied(choice.columns) })),
      };
    },
  });
}

function copied(columns: readonly string[] | null): string[] | null {
  return columns === null ? null : [...columns];
}

import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readHouseLocale } from '../../../house/house.ts';
import { createTitle } from '../../../video/manage-titles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerTitle, TitleAnswer, TitleBody, wholePlanOfTitle } from './video-shapes.ts';

/** Body limit: twelve languages, each with a name, a description and chapters of full length, in any script. */
export const TITLE_BYTES_MAX = 512 * 1_024;

export function createVideoRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/videos',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true },
    bodyLimit: TITLE_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Create a title; members see it once it is published and has a film',
      body: TitleBody,
      response: { 201: TitleAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const answer = await transaction(db, async (tx) => {
        const plan = wholePlanOfTitle(request.body);
        const after = answerTitle(await createTitle(tx, plan, await readHouseLocale(tx.q)));
        const act = { act: 'video-created', subject: `video/${after.id}`, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
      return reply.code(201).send(answer);
    },
  });
}

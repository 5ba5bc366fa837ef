import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readHouseLocale } from '../../../house/house.ts';
import { createClass } from '../../../video/classes.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerClass, ClassAnswer, ClassBody, Slug } from './video-shapes.ts';

export function createVideoClassRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/video-classes',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true },
    schema: {
      tags: ['console'],
      summary: 'Create a class of titles',
      body: ClassBody.extend({ slug: Slug.describe('Part of URLs; never changes') }),
      response: { 201: ClassAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const answer = await transaction(db, async (tx) => {
        const after = answerClass(await createClass(tx, request.body, await readHouseLocale(tx.q)));
        const act = { act: 'video-class-created', subject: `video-class/${after.id}`, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
      return reply.code(201).send(answer);
    },
  });
}

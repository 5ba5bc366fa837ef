import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { createBanner } from '../../../house/banners.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerBanner, BannerAnswer, BannerBody, planOf } from './banner-shapes.ts';

export function createBannerRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/banners',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true, judgedWords: true },
    schema: {
      tags: ['console'],
      summary: 'Create a banner',
      body: BannerBody,
      response: { 201: BannerAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const answer = await transaction(db, async (tx) => {
        const after = answerBanner(await createBanner(tx, planOf(request.body)));
        const act = { act: 'banner-created', subject: `banner/${after.id}`, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
      return reply.code(201).send(answer);
    },
  });
}

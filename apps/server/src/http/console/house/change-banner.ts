import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { changeBanner } from '../../../house/banners.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerBanner, BannerAnswer, BannerBody, BannerParams, planOf } from './banner-shapes.ts';

export function changeBannerRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/banners/:id',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true, judgedWords: true },
    schema: {
      tags: ['console'],
      summary: 'Change a banner; a pattern of the house replaces its uploaded picture',
      params: BannerParams,
      body: BannerBody,
      response: { 200: BannerAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const changed = await changeBanner(tx, id, planOf(request.body));
        const [before, after] = [answerBanner(changed.before), answerBanner(changed.after)];
        const act = { act: 'banner-changed', subject: `banner/${id}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}

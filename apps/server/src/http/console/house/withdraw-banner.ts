import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { withdrawBanner } from '../../../house/banners.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerBanner, BannerParams } from './banner-shapes.ts';

export function withdrawBannerRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'DELETE',
    url: '/api/console/banners/:id',
    config: { access: 'staff', roles: ['content', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Withdraw a banner; it stays in the list',
      params: BannerParams,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const staff = staffOf(request);
      await transaction(db, async (tx) => {
        const before = answerBanner(await withdrawBanner(tx, id));
        const act = { act: 'banner-withdrawn', subject: `banner/${id}`, before };
        await record(tx, { ...act, staff, why: null, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}

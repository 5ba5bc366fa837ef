import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listBanners } from '../../../house/banners.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerBanner, BannerAnswer } from './banner-shapes.ts';

export function listBannersRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/banners',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'All banners in order, withdrawn ones included',
      response: { 200: z.object({ items: z.array(BannerAnswer) }), ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        const items = (await listBanners(tx.q)).map(answerBanner);
        await record(tx, { staff: staffOf(request), act: 'banners-read', why: null, address: request.ip });
        return { items };
      }),
  });
}

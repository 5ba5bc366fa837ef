import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { setService } from '../../../house/service.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { ServiceAnswer, ServiceBody } from './service-shapes.ts';

export function setServiceRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/service',
    config: { access: 'staff', roles: ['owner'], stepUp: true, readByMembers: true, judgedWords: true },
    schema: {
      tags: ['console'],
      summary: 'Set the service texts: hours, arrival and help with payments',
      body: ServiceBody.extend({ why: Why }),
      response: { 200: ServiceAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { why, ...plan } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const { before, after } = await setService(tx, plan, staff.id);
        const act = { act: 'service-set', subject: 'house', before, after };
        await record(tx, { ...act, staff, why, address: request.ip });
        return { ...after, texts: { ...after.texts } };
      });
    },
  });
}

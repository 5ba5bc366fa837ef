import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readService } from '../../../house/service.ts';
import { comingRules, readRule } from '../../../payments/rules/rule.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerRule, RuleAnswer } from '../proposals/rule-shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { ServiceAnswer } from './service-shapes.ts';

export function settingsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/settings',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'The current and coming money rules, and the service texts',
      response: {
        200: z.object({ rule: RuleAnswer, coming: z.array(RuleAnswer), service: ServiceAnswer.nullable() }),
        ...PROBLEMS,
      },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        const rule = answerRule(await readRule(tx.q));
        const coming = (await comingRules(tx.q)).map(answerRule);
        const service = await readService(tx.q);
        await record(tx, { staff: staffOf(request), act: 'settings-read', why: null, address: request.ip });
        return { rule, coming, service: service && { ...service, texts: { ...service.texts } } };
      }),
  });
}

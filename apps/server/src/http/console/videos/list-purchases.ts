import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { MOMENT_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listPurchases, PURCHASE_STATES } from '../../../video/all-purchases.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { given } from '../members/list-members.ts';
import { memberNames } from '../members/member-names.ts';
import { staffOf } from '../staff-caller.ts';
import { answerMemberPurchase, ListedPurchaseAnswer } from './purchase-shapes.ts';

/** Filter of purchases, shared by the list and its CSV file. */
export const PURCHASE_FILTER = {
  memberId: Uuid.optional(),
  titleId: Uuid.optional(),
  state: z.enum(PURCHASE_STATES).optional(),
};

export function listPurchasesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/purchases',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Purchases of all members in the library, newest first',
      querystring: pageQuery(MOMENT_CURSOR).extend(PURCHASE_FILTER),
      response: { 200: page(ListedPurchaseAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...wishes } = request.query;
      const filter = given(wishes);
      return transaction(db, async (tx) => {
        const found = await listPurchases(tx.q, { ...filter, ...given({ cursor }), limit });
        const after = { ...filter, purchases: found.items.map(({ id, memberId }) => ({ id, memberId })) };
        await record(tx, { staff: staffOf(request), act: 'purchases-read', why: null, after, address: request.ip });
        const userName = await memberNames(
          tx.q,
          found.items.map(({ memberId }) => memberId),
        );
        const items = found.items.map((one) => ({ ...answerMemberPurchase(one), userName: userName(one.memberId) }));
        return { ...found, items };
      });
    },
  });
}

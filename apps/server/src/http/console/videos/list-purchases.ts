import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listPurchases, PURCHASE_SORTS, PURCHASE_STATES, type PurchaseQuery } from '../../../video/all-purchases.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { AMOUNTS, amountsOf, DAYS, spanOf } from '../../shared/statement-query.ts';
import { given, logged, sortQuery } from '../list-filter.ts';
import { memberNames } from '../members/member-names.ts';
import { staffOf } from '../staff-caller.ts';
import { answerMemberPurchase, ListedPurchaseAnswer } from './purchase-shapes.ts';

/** Filter of purchases, shared by the list and its CSV file. */
export const PURCHASE_FILTER = {
  memberId: Uuid.optional(),
  titleId: Uuid.optional(),
  state: z.enum(PURCHASE_STATES).optional(),
  ...DAYS,
  ...AMOUNTS,
  sort: sortQuery(PURCHASE_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of buying end before they begin. */
export function purchaseFilter(
  query: z.infer<z.ZodObject<typeof PURCHASE_FILTER>>,
): Omit<PurchaseQuery, 'limit' | 'cursor'> {
  const { minMinor, maxMinor, from, to, ...same } = query;
  return { ...given(same), ...spanOf({ from, to }), ...amountsOf({ minMinor, maxMinor }) };
}

export function listPurchasesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/purchases',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Purchases of all members in the library, usually newest first',
      querystring: pageQuery(ROW_CURSOR).extend(PURCHASE_FILTER),
      response: { 200: page(ListedPurchaseAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(db, async (tx) => {
        const found = await listPurchases(tx.q, { ...purchaseFilter(filter), ...given({ cursor }), limit });
        const after = {
          ...logged(given(filter)),
          purchases: found.items.map(({ id, memberId }) => ({ id, memberId })),
        };
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

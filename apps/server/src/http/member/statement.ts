import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { LEDGER_KINDS } from '../../ledger/kinds.ts';
import { readStatement } from '../../ledger/statement.ts';
import { identityOf } from '../auth.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from './forms.ts';
import { Minor, page, pageQuery } from './shapes.ts';

/** Microseconds, act and kind of a page's last line. */
const CURSOR = new RegExp(`^\\d{1,16}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}~(${LEDGER_KINDS.join('|')})$`);

const LineAnswer = z.object({
  id: z.string(),
  ref: z.uuid(),
  kind: z.enum(LEDGER_KINDS),
  atMs: z.number().int(),
  amountMinor: Minor.describe('signed, as seen from the available balance'),
  heldMinor: Minor.describe('signed, as seen from the held balance'),
});

export function statementRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/statement',
    config: { access: 'restricted' },
    schema: {
      tags: ['ledger'],
      summary: 'Every movement of the own balance, newest first',
      querystring: pageQuery(CURSOR),
      response: { 200: page(LineAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const found = await readStatement(deps.db, identityOf(request), {
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      return {
        ...found,
        items: found.items.map((line) => ({
          id: `${line.ref}/${line.kind}`,
          ref: line.ref,
          kind: line.kind,
          atMs: line.atMs,
          amountMinor: String(line.availableDelta),
          heldMinor: String(line.heldDelta),
        })),
      };
    },
  });
}

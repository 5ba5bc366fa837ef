import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { abandonSlip } from '../../../lottery/abandon-slip.ts';
import { localizedCatalogue } from '../../../lottery/localized-catalogue.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { PlacedAnswer, SlipKey } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { replay } from './place-slip.ts';

type Deps = Pick<MemberDeps, 'db' | 'slips' | 'receiptKeys'>;

/** For a client without an answer: either the accepted slip, or the promise that it will never be accepted. */
export function abandonSlipRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'DELETE',
    url: '/api/receipts/:key',
    config: { access: 'restricted', unattended: true },
    schema: {
      tags: ['slips'],
      summary:
        'Give up a slip by its Idempotency-Key: its answer if it was accepted (200), else it never will be (204)',
      params: z.object({ key: SlipKey }),
      response: { 200: PlacedAnswer, 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const { key } = request.params;
      // A slip that this process has received is judged first, so that it is found rather than given up.
      const isAbandoned = await deps.slips.queue.inTurn(identity.memberId, () =>
        transaction(deps.db, (tx) => abandonSlip(tx, identity, key)),
      );
      if (isAbandoned) return reply.code(204).send(null);
      const catalogue = localizedCatalogue(deps.slips.catalogue(), request.headers['accept-language']);
      return replay({ ...deps, catalogue }, identity, key);
    },
  });
}

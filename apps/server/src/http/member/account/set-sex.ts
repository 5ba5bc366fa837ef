import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { setSex } from '../../../members/persons/persons.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';
import { SexValue } from './person.ts';

export function setSexRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/sex',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['person'],
      summary: 'Set or clear the sex',
      body: z.strictObject({ sex: SexValue }),
      response: { 200: z.object({ sex: SexValue }), ...PROBLEMS },
    },
    handler: async (request) => {
      const { sex } = request.body;
      await transaction(members.db, (tx) => setSex(tx, identityOf(request), sex));
      return { sex };
    },
  });
}

import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { copyExclusion } from '../../../members/limits/exclusions.ts';
import { setRealName } from '../../../members/persons/real-name.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

export function setRealNameRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/real-name',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['person'],
      summary: 'Set the real name, once; support can correct it',
      body: z.strictObject({ realName: Typed }),
      response: { 200: z.object({ realName: Typed.describe('Name as stored') }), ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const realName = await transaction(members.db, async (tx) => {
        const given = await setRealName(tx, identity, request.body.realName);
        // The member's identity is now known. Copy an exclusion that they set under another user name.
        await copyExclusion(tx, members, identity);
        return given;
      });
      return { realName };
    },
  });
}

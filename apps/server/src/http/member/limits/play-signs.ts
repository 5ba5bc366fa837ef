import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { readSigns } from '../../../risk/own-signs.ts';
import { openSuggestions } from '../../../risk/suggestions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerSigns, SignsAnswer, SuggestionAnswer } from '../../shared/limit-answers.ts';
import type { MemberDeps } from '../deps.ts';

export const PlaySignsAnswer = SignsAnswer.extend({
  suggestions: z.array(SuggestionAnswer).describe('Stricter limits that staff suggest; the member decides'),
});
z.globalRegistry.add(PlaySignsAnswer, { id: 'PlaySigns' });

export function playSignsRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'GET',
    url: '/api/me/play-signs',
    config: { access: 'restricted', readCost: 2 },
    schema: {
      tags: ['limits'],
      summary: 'Signs of harm in the member’s own play, and stricter limits that staff suggest',
      response: { 200: PlaySignsAnswer, ...PROBLEMS },
    },
    handler: (request) => answerPlaySigns(members.db, identityOf(request)),
  });
}

export function answerPlaySigns(db: Db, account: Account): Promise<z.infer<typeof PlaySignsAnswer>> {
  return transaction(db, async ({ q }) => ({
    ...answerSigns(await readSigns(q, account)),
    suggestions: (await openSuggestions(q, account)).map(({ id, kind, value, at, expiresAt }) => ({
      ...{ id, kind, value: String(value) },
      ...{ atMs: at.getTime(), expiresAtMs: expiresAt.getTime() },
    })),
  }));
}

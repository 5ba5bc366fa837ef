import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { forgetSums } from '../../../lottery/play-session.ts';
import { answerSuggestion } from '../../../risk/suggestions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { answerPlaySigns, PlaySignsAnswer } from './play-signs.ts';

type Deps = Pick<MemberDeps, 'members'>;

export function acceptSuggestionRoute(http: Http, deps: Deps): void {
  answerRoute(http, deps, 'accepted');
}

export function declineSuggestionRoute(http: Http, deps: Deps): void {
  answerRoute(http, deps, 'declined');
}

const WAYS = {
  accepted: { path: 'accept', summary: 'Accept a stricter limit that staff suggested: it applies at once' },
  declined: { path: 'decline', summary: 'Decline a stricter limit that staff suggested: nothing changes' },
} as const;

function answerRoute(http: Http, { members }: Deps, answer: keyof typeof WAYS): void {
  const { path, summary } = WAYS[answer];
  http.route({
    method: 'POST',
    url: `/api/me/limit-suggestions/:id/${path}`,
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary,
      params: z.object({ id: Uuid }),
      body: z.strictObject({}),
      response: { 200: PlaySignsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      await transaction(members.db, async (tx) => {
        await answerSuggestion(tx, identity, request.params.id, answer);
        await forgetSums(tx, identity);
      });
      return answerPlaySigns(members.db, identity);
    },
  });
}

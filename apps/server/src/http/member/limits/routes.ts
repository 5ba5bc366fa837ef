import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { acceptSuggestionRoute, declineSuggestionRoute } from './answer-suggestion.ts';
import { confirmLimitRoute } from './confirm-limit.ts';
import { dropLimitRoute } from './drop-limit.ts';
import { confirmExclusionEndRoute, requestExclusionEndRoute } from './end-self-exclusion.ts';
import { helpOrganisationsRoute } from './help-organisations.ts';
import { limitsRoute } from './limits.ts';
import { noteLimitPromptRoute } from './note-limit-prompt.ts';
import { checkedRoute, playRoute } from './play-session.ts';
import { playSignsRoute } from './play-signs.ts';
import { reviewLimitsRoute } from './review-limits.ts';
import { selfExcludeRoute } from './self-exclude.ts';
import { setLimitRoute } from './set-limit.ts';
import { takeTimeOutRoute } from './take-time-out.ts';

/** Routes of a member's own limits, time-out, self-exclusion, play session and reality check. */
export const LIMIT_ROUTES: readonly AddRoute<Pick<MemberDeps, 'members' | 'help'>>[] = [
  helpOrganisationsRoute,
  limitsRoute,
  setLimitRoute,
  confirmLimitRoute,
  dropLimitRoute,
  reviewLimitsRoute,
  noteLimitPromptRoute,
  takeTimeOutRoute,
  selfExcludeRoute,
  requestExclusionEndRoute,
  confirmExclusionEndRoute,
  playRoute,
  checkedRoute,
  playSignsRoute,
  acceptSuggestionRoute,
  declineSuggestionRoute,
];

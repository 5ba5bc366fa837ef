import type { MembersDeps } from '../../../members/deps.ts';
import type { Http } from '../../http.ts';
import { confirmLimitRoute } from './confirm-limit.ts';
import { dropLimitRoute } from './drop-limit.ts';
import { limitsRoute } from './limits.ts';
import { noteLimitPromptRoute } from './note-limit-prompt.ts';
import { checkedRoute, playRoute } from './play.ts';
import { reviewLimitsRoute } from './review-limits.ts';
import { selfExcludeRoute } from './self-exclude.ts';
import { setLimitRoute } from './set-limit.ts';
import { takeTimeOutRoute } from './take-time-out.ts';

export interface LimitRoutesDeps {
  members: MembersDeps;
}

/** What a member sets himself, and how he plays. */
export function limitRoutes(http: Http, deps: LimitRoutesDeps): void {
  limitsRoute(http, deps);
  setLimitRoute(http, deps);
  confirmLimitRoute(http, deps);
  dropLimitRoute(http, deps);
  reviewLimitsRoute(http, deps);
  noteLimitPromptRoute(http, deps);
  takeTimeOutRoute(http, deps);
  selfExcludeRoute(http, deps);
  playRoute(http, deps);
  checkedRoute(http, deps);
}

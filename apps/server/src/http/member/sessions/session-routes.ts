import type { MembersDeps } from '../../../members/deps.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { endOtherSessionsRoute } from './end-other-sessions.ts';
import { endSessionRoute } from './end-session.ts';
import { listSessionsRoute } from './sessions.ts';
import { setLoginPasswordRoute } from './set-login-password.ts';
import { signInRoute } from './sign-in.ts';
import { signOutRoute } from './sign-out.ts';

/** All endpoints of being signed in: in and out, where else, and the password for it. */
export function sessionRoutes(http: Http, deps: { members: MembersDeps; security: SecurityOptions }): void {
  signInRoute(http, deps);
  signOutRoute(http, deps);
  listSessionsRoute(http, deps);
  endSessionRoute(http, deps);
  endOtherSessionsRoute(http, deps);
  setLoginPasswordRoute(http, deps);
}

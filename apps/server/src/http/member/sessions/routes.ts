import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { confirmSessionRoute } from './confirm-session.ts';
import { endOtherSessionsRoute } from './end-other-sessions.ts';
import { endSessionRoute } from './end-session.ts';
import { recoveryCodesRoute, renewRecoveryCodesRoute } from './recovery-codes.ts';
import { recoveryRequestsRoute, stopRecoveriesRoute } from './recovery-requests.ts';
import { listSessionsRoute } from './sessions.ts';
import { setLoginPasswordRoute } from './set-login-password.ts';
import { signInRoute } from './sign-in.ts';
import { signOutRoute } from './sign-out.ts';
import { signedInRoute } from './signed-in.ts';

/** Routes for signing in and out, other sessions, and the login password. */
export const SESSION_ROUTES: readonly AddRoute<Pick<MemberDeps, 'members' | 'security' | 'register'>>[] = [
  signedInRoute,
  signInRoute,
  signOutRoute,
  listSessionsRoute,
  endSessionRoute,
  endOtherSessionsRoute,
  confirmSessionRoute,
  setLoginPasswordRoute,
  recoveryRequestsRoute,
  stopRecoveriesRoute,
  recoveryCodesRoute,
  renewRecoveryCodesRoute,
];

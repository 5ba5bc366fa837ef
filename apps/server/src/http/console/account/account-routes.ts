import type { Http } from '../../http.ts';
import type { ConsoleRoutesDeps } from '../console-routes.ts';
import type { StaffActs } from '../staff-acts.ts';
import { changeOwnPasswordRoute } from './change-own-password.ts';
import { staffMeRoute } from './me.ts';
import { endStaffSessionRoute, listStaffSessionsRoute } from './own-sessions.ts';
import { askPasskeySignInRoute, passkeySignInRoute } from './passkey-sign-in.ts';
import { addPasskeyRoute, askForPasskeyRoute, listPasskeysRoute, removePasskeyRoute } from './passkeys.ts';
import { staffSignInRoute } from './sign-in.ts';
import { staffSignOutRoute } from './sign-out.ts';
import { askStepUpRoute, stepUpRoute } from './step-up.ts';

/** All endpoints by which the staff sign in, and look after their own accounts. */
export function accountRoutes(http: Http, deps: ConsoleRoutesDeps, acts: StaffActs): void {
  staffSignInRoute(http, deps);
  staffSignOutRoute(http, deps);
  askPasskeySignInRoute(http, deps);
  passkeySignInRoute(http, deps);
  staffMeRoute(http, deps, acts);
  changeOwnPasswordRoute(http, deps);
  askStepUpRoute(http, deps);
  stepUpRoute(http, deps);
  listPasskeysRoute(http, deps);
  askForPasskeyRoute(http, deps);
  addPasskeyRoute(http, deps);
  removePasskeyRoute(http, deps);
  listStaffSessionsRoute(http, deps);
  endStaffSessionRoute(http, deps);
}

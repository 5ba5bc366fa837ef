import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { StaffActs } from '../staff-acts.ts';
import { changeOwnPasswordRoute } from './change-own-password.ts';
import { staffMeRoute } from './me.ts';
import { endStaffSessionRoute, listStaffSessionsRoute } from './own-sessions.ts';
import { askPasskeySignInRoute, passkeySignInRoute } from './passkey-sign-in.ts';
import { addPasskeyRoute, askForPasskeyRoute, listPasskeysRoute, removePasskeyRoute } from './passkeys.ts';
import { staffSignInRoute } from './sign-in.ts';
import { staffSignOutRoute } from './sign-out.ts';
import { askStepUpRoute, stepUpRoute } from './step-up.ts';

/** Routes of staff sign-in and of their own accounts. */
export const STAFF_ACCOUNT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'staff' | 'security'> & { acts: StaffActs }>[] =
  [
    staffSignInRoute,
    staffSignOutRoute,
    askPasskeySignInRoute,
    passkeySignInRoute,
    staffMeRoute,
    changeOwnPasswordRoute,
    askStepUpRoute,
    stepUpRoute,
    listPasskeysRoute,
    askForPasskeyRoute,
    addPasskeyRoute,
    removePasskeyRoute,
    listStaffSessionsRoute,
    endStaffSessionRoute,
  ];

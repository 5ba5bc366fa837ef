import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { StaffActs } from '../staff-acts.ts';
import { changeStaffPasswordRoute } from './change-password.ts';
import { staffMeRoute } from './me.ts';
import { askPasskeySignInRoute, passkeySignInRoute } from './passkey-sign-in.ts';
import { addPasskeyRoute, askForPasskeyRoute, listPasskeysRoute, removePasskeyRoute } from './passkeys.ts';
import { staffSignInRoute } from './sign-in.ts';
import { staffSignOutRoute } from './sign-out.ts';
import { endStaffSessionRoute, listStaffSessionsRoute } from './staff-sessions.ts';
import { askStepUpRoute, stepUpRoute } from './step-up.ts';

/** Routes of staff sign-in and of their own accounts. */
export const STAFF_ACCOUNT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'staff' | 'security'> & { acts: StaffActs }>[] =
  [
    staffSignInRoute,
    staffSignOutRoute,
    askPasskeySignInRoute,
    passkeySignInRoute,
    staffMeRoute,
    changeStaffPasswordRoute,
    askStepUpRoute,
    stepUpRoute,
    listPasskeysRoute,
    askForPasskeyRoute,
    addPasskeyRoute,
    removePasskeyRoute,
    listStaffSessionsRoute,
    endStaffSessionRoute,
  ];

import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { listInvitesRoute } from './invites.ts';
import { makeInviteRoute } from './make-invite.ts';
import { withdrawInviteRoute } from './withdraw-invite.ts';

/** Routes of a member’s invites. */
export const INVITE_ROUTES: readonly AddRoute<Pick<MemberDeps, 'members' | 'payments'>>[] = [
  listInvitesRoute,
  makeInviteRoute,
  withdrawInviteRoute,
];

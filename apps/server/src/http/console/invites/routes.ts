import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listInviteBatchesRoute } from './list-invite-batches.ts';
import { makeInviteBatchRoute } from './make-invite-batch.ts';
import { readInviteBatchRoute } from './read-invite-batch.ts';
import { withdrawInviteBatchRoute } from './withdraw-invite-batch.ts';

/** Routes of the house's invites. */
export const INVITE_BATCH_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db'>>[] = [
  listInviteBatchesRoute,
  readInviteBatchRoute,
  makeInviteBatchRoute,
  withdrawInviteBatchRoute,
];

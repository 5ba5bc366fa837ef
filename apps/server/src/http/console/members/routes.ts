import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { addNoteRoute } from './add-note.ts';
import { closeMemberRoute } from './close-member.ts';
import { correctRealNameRoute } from './correct-real-name.ts';
import { excludeMemberRoute } from './exclude-member.ts';
import { liftSuspensionRoute } from './lift-suspension.ts';
import { listMembersRoute } from './list-members.ts';
import { memberActsRoute } from './member-acts.ts';
import { memberMessagesRoute } from './member-messages.ts';
import { memberNotesRoute } from './member-notes.ts';
import { memberStatementRoute } from './member-statement.ts';
import { memberSummaryRoute } from './member-summary.ts';
import { permitPayeeRoute } from './permit-payee.ts';
import { decidePossibleMatchRoute, possibleMatchesRoute, readPossibleMatchRoute } from './possible-matches.ts';
import { readMemberRoute } from './read-member.ts';
import { resetFinancePasswordRoute } from './reset-finance-password.ts';
import { suspendMemberRoute } from './suspend-member.ts';
import { tightenLimitRoute } from './tighten-limit.ts';

/** Staff routes for members. */
export const MEMBER_ROUTES: readonly AddRoute<
  Pick<ConsoleDeps, 'db' | 'members' | 'payments' | 'staff' | 'catalogue'>
>[] = [
  listMembersRoute,
  readMemberRoute,
  memberSummaryRoute,
  memberStatementRoute,
  memberMessagesRoute,
  memberActsRoute,
  memberNotesRoute,
  addNoteRoute,
  possibleMatchesRoute,
  readPossibleMatchRoute,
  decidePossibleMatchRoute,
  suspendMemberRoute,
  liftSuspensionRoute,
  closeMemberRoute,
  excludeMemberRoute,
  tightenLimitRoute,
];

/** Support routes: the finance password, the payee and the real name. */
export const SUPPORT_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'members' | 'payments'>>[] = [
  resetFinancePasswordRoute,
  permitPayeeRoute,
  correctRealNameRoute,
];

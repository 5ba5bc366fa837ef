import type { Catalogue } from '../../../lottery/catalogue.ts';
import type { Http } from '../../http.ts';
import type { ConsoleRoutesDeps } from '../console-routes.ts';
import { proposeCorrectionRoute } from '../proposals/propose-correction.ts';
import { addNoteRoute } from './add-note.ts';
import { closeMemberRoute } from './close-member.ts';
import { liftSuspensionRoute } from './lift-suspension.ts';
import { listMembersRoute } from './list-members.ts';
import { memberActsRoute } from './member-acts.ts';
import { memberMessagesRoute } from './member-messages.ts';
import { memberNotesRoute } from './member-notes.ts';
import { memberStatementRoute } from './member-statement.ts';
import { decidePossibleMatchRoute, possibleMatchesRoute } from './possible-matches.ts';
import { readMemberRoute } from './read-member.ts';
import { suspendMemberRoute } from './suspend-member.ts';

type Deps = Pick<ConsoleRoutesDeps, 'members' | 'payments' | 'staff'> & { catalogue(): Catalogue };

/** All endpoints of staff about members. */
export function memberRoutes(http: Http, deps: Deps): void {
  const { db } = deps.members;
  listMembersRoute(http, { db });
  readMemberRoute(http, deps);
  memberStatementRoute(http, deps);
  memberMessagesRoute(http, { db });
  memberActsRoute(http, { db });
  memberNotesRoute(http, { db });
  addNoteRoute(http, { db });
  possibleMatchesRoute(http, { db });
  decidePossibleMatchRoute(http, { db });
  suspendMemberRoute(http, deps);
  liftSuspensionRoute(http, deps);
  closeMemberRoute(http, deps);
  proposeCorrectionRoute(http, deps);
}

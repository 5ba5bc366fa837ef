import type { Http } from '../http.ts';
import { addRoutes } from '../shared/routes.ts';
import { IDENTITY_ROUTES, JOINING_ROUTES, openAvatarUploads, PERSON_ROUTES } from './account/routes.ts';
import { BOOK_ROUTES } from './book/routes.ts';
import { COMPLAINT_ROUTES, questionLimits } from './complaints/routes.ts';
import type { MemberDeps } from './deps.ts';
import { DESK_ROUTES, openDeskLimits, VISITOR_ROUTES } from './desk/routes.ts';
import { DIRECTORY_ROUTES, openGuideLimits } from './directory/routes.ts';
import { HOUSE_ROUTES } from './house/routes.ts';
import { INVITE_ROUTES } from './invites/routes.ts';
import { LIMIT_ROUTES } from './limits/routes.ts';
import { LOTTERY_ROUTES } from './lottery/routes.ts';
import { MESSAGE_ROUTES } from './messages/routes.ts';
import { openPapers, STATEMENT_ROUTES, WALLET_ROUTES } from './money/routes.ts';
import { MY_DATA_ROUTES, myDataLimits } from './my-data/routes.ts';
import { SESSION_ROUTES } from './sessions/routes.ts';
import { cacheOfFilms, openSmallCovers, VIDEO_ROUTES } from './video/routes.ts';

/** Adds all endpoints for members, visitors and hosts. */
export function addMemberRoutes(http: Http, deps: MemberDeps): void {
  addRoutes(http, HOUSE_ROUTES, deps);
  addRoutes(http, LIMIT_ROUTES, deps);
  addRoutes(http, BOOK_ROUTES, deps);
  addRoutes(http, LOTTERY_ROUTES, deps);
  addRoutes(http, COMPLAINT_ROUTES, { ...deps, questions: questionLimits() });
  addRoutes(http, JOINING_ROUTES, deps);
  addRoutes(http, SESSION_ROUTES, deps);
  addRoutes(http, PERSON_ROUTES, { ...deps, ...openAvatarUploads(http) });
  addRoutes(http, IDENTITY_ROUTES, deps);
  addRoutes(http, MESSAGE_ROUTES, deps);
  addRoutes(http, INVITE_ROUTES, deps);
  addRoutes(http, WALLET_ROUTES, deps);
  addRoutes(http, STATEMENT_ROUTES, { ...deps, ...openPapers(http, deps) });
  addRoutes(http, MY_DATA_ROUTES, { ...deps, limits: myDataLimits(deps) });
  addRoutes(http, VIDEO_ROUTES, { ...deps, files: cacheOfFilms(deps), smallCovers: openSmallCovers(http) });
  addRoutes(http, DIRECTORY_ROUTES, { ...deps, ...openGuideLimits(http), limits: deps.members.limits });
  addRoutes(http, VISITOR_ROUTES, deps);
  addRoutes(http, DESK_ROUTES, { ...deps, ...openDeskLimits(http) });
}

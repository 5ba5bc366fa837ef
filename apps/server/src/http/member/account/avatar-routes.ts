import type { MembersDeps } from '../../../members/deps.ts';
import { type Pictures, startPictures } from '../../../pictures/pictures.ts';
import type { Http } from '../../http.ts';
import { createExportLimits, type ExportLimits } from '../../shared/export-limits.ts';
import { chooseAvatarRoute } from './choose-avatar.ts';
import { readAvatarRoute } from './read-avatar.ts';
import { removeAvatarRoute } from './remove-avatar.ts';
import { uploadAvatarRoute } from './upload-avatar.ts';

export interface AvatarRoutesDeps {
  members: MembersDeps;
  pictures: Pictures;
  /** Files that come in are bounded like those that go out. */
  uploads: ExportLimits;
}

/** With 2 MB each: what uploads may take of this process's memory. */
const UPLOADS_MAX = 8;
const UPLOADS_PER_MINUTE = 10;

/** All endpoints of what a member shows of himself. */
export function avatarRoutes(http: Http, { members }: { members: MembersDeps }): void {
  const pictures = startPictures();
  http.addHook('onClose', () => pictures.stop());
  const uploads = createExportLimits({
    filesMax: UPLOADS_PER_MINUTE,
    downloadsMax: UPLOADS_MAX,
    nowMs: () => performance.now(),
  });
  const deps: AvatarRoutesDeps = { members, pictures, uploads };
  readAvatarRoute(http, deps);
  chooseAvatarRoute(http, deps);
  uploadAvatarRoute(http, deps);
  removeAvatarRoute(http, deps);
}

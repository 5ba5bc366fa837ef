import type { Http } from '../../http.ts';
import type { AddRoute } from '../../shared/routes.ts';
import { openUploads, type PictureUploads } from '../../shared/uploads.ts';
import type { MemberDeps } from '../deps.ts';
import { memberActsRoute } from './acts.ts';
import { acceptAgreementRoute, agreementRoute } from './agreement.ts';
import { chooseAvatarRoute } from './choose-avatar.ts';
import { closeAccountRoute } from './close-account.ts';
import { consentsRoute } from './consents.ts';
import { identityRoute } from './identity.ts';
import { meRoute } from './me.ts';
import { personRoute } from './person.ts';
import { readAvatarRoute } from './read-avatar.ts';
import { recoverRoute } from './recover.ts';
import { registerRoute } from './register.ts';
import { removeAvatarRoute } from './remove-avatar.ts';
import { setRealNameRoute } from './set-real-name.ts';
import { setSexRoute } from './set-sex.ts';
import { startIdentityCheckRoute } from './start-identity-check.ts';
import { uploadAvatarRoute } from './upload-avatar.ts';

/** Concurrent uploads of 2 MB each; bounds the memory that they take in this process. */
const UPLOADS_AT_ONCE_MAX = 8;
const UPLOADS_PER_MINUTE = 10;

export function openAvatarUploads(http: Http): PictureUploads {
  return openUploads(http, { perMinuteMax: UPLOADS_PER_MINUTE, atOnceMax: UPLOADS_AT_ONCE_MAX });
}

/** Routes of registration, the agreement, recovery and the member’s own account. */
export const JOINING_ROUTES: readonly AddRoute<Pick<MemberDeps, 'members' | 'security' | 'agreements'>>[] = [
  agreementRoute,
  acceptAgreementRoute,
  registerRoute,
  recoverRoute,
  meRoute,
];

/** Routes of the person behind the account, the avatar and closing the account. */
export const PERSON_ROUTES: readonly AddRoute<Pick<MemberDeps, 'db' | 'members' | 'payments'> & PictureUploads>[] = [
  personRoute,
  readAvatarRoute,
  chooseAvatarRoute,
  uploadAvatarRoute,
  removeAvatarRoute,
  setRealNameRoute,
  setSexRoute,
  consentsRoute,
  memberActsRoute,
  closeAccountRoute,
];

/** Routes of identity checks. */
export const IDENTITY_ROUTES: readonly AddRoute<Pick<MemberDeps, 'identity' | 'security'>>[] = [
  identityRoute,
  startIdentityCheckRoute,
];

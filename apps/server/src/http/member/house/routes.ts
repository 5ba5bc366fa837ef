import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { faceIconRoute, faceLogoRoute } from './face-pictures.ts';
import { healthRoute } from './health.ts';
import { clockRoute, houseRoute } from './house.ts';
import { manifestRoute } from './manifest.ts';
import { noticesRoute } from './notices.ts';
import { playSafeRoute } from './play-safe.ts';
import { privacyRoute } from './privacy.ts';
import { readBannerPictureRoute } from './read-banner-picture.ts';
import { securityTxtRoute } from './security-txt.ts';
import { streamRoute } from './stream.ts';

/** Routes of public information about the house, and the event stream. */
export const HOUSE_ROUTES: readonly AddRoute<
  Pick<
    MemberDeps,
    | 'db'
    | 'house'
    | 'face'
    | 'statements'
    | 'joining'
    | 'newestTable'
    | 'catalogue'
    | 'receiptKey'
    | 'witnesses'
    | 'leaving'
    | 'hub'
    | 'perAddressMax'
    | 'playSafe'
    | 'security'
    | 'securityContact'
  >
>[] = [
  healthRoute,
  houseRoute,
  clockRoute,
  readBannerPictureRoute,
  faceLogoRoute,
  faceIconRoute,
  manifestRoute,
  noticesRoute,
  playSafeRoute,
  privacyRoute,
  securityTxtRoute,
  streamRoute,
];

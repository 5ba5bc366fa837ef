import type { AddRoute } from '../../shared/routes.ts';
import type { MemberDeps } from '../deps.ts';
import { listMessagesRoute, readMessagesRoute } from './messages.ts';
import { pushKeyRoute, subscribePushRoute, unsubscribePushRoute } from './push.ts';
import { pushSettingsRoute, setPushSettingsRoute } from './push-settings.ts';

/** Routes of messages to a member, in the app and by push. */
export const MESSAGE_ROUTES: readonly AddRoute<Pick<MemberDeps, 'db' | 'push'>>[] = [
  listMessagesRoute,
  readMessagesRoute,
  pushKeyRoute,
  subscribePushRoute,
  unsubscribePushRoute,
  pushSettingsRoute,
  setPushSettingsRoute,
];

/**
 * Everything that the apps store on a device. The privacy page is made from this table. A unit test compares it with
 * the code, and a journey with what a browser has stored.
 */
export interface StoredEntry {
  app: 'member' | 'console';
  /** `local` and `session`: the browser's text storage. `database`: IndexedDB. `cache`: the Cache API. */
  place: 'cookie' | 'local' | 'session' | 'database' | 'cache';
  /** Exact names; `*` stands for one or more characters. */
  names: readonly string[];
  use: StoredUse;
  until: StoredUntil;
  /** Source files that write it. */
  by: readonly string[];
}

/** What an entry is for. The privacy page words each use of the members' app. */
export type StoredUse =
  | 'session'
  | 'film'
  | 'language'
  | 'settings'
  | 'sending'
  | 'drafts'
  | 'receipts'
  | 'checks'
  | 'book'
  | 'seen'
  | 'push'
  | 'install'
  | 'offline'
  | 'visitor'
  | 'host'
  | 'place';

/**
 * When an entry goes. `month`: with the session, at most 30 days. `grant`: after ten minutes. `tab`: when the tab is
 * closed. `signOut`: at sign-out. `off`: at sign-out, or when notifications are turned off. `update`: with the next
 * version of the app. `kept`: when the browser's data is deleted.
 */
export type StoredUntil = 'month' | 'grant' | 'tab' | 'signOut' | 'off' | 'update' | 'kept';

const MEMBER = 'apps/member/src/';
const CONSOLE = 'apps/console/src/';
const SERVER = 'apps/server/src/http/';
/** A member's id. */
const DRAFT = 'tercet.draft.*.';

type Row = readonly [StoredEntry['place'], names: string[], use: StoredUse, until: StoredUntil, by: string[]];

const MEMBER_ROWS: readonly Row[] = [
  ['cookie', ['__Host-tercet', 'tercet'], 'session', 'month', [`${SERVER}auth.ts`]],
  ['cookie', ['__Secure-film', 'film'], 'film', 'grant', [`${SERVER}member/video/watch-video.ts`]],
  ['local', ['tercet.locale'], 'language', 'kept', [`${MEMBER}features/language/locale-provider.tsx`]],
  [
    'local',
    [
      ...['tercet.theme', 'tercet.feel', 'tercet.film-rate', 'tercet.film-captions'],
      // Written by the player's library.
      ...['media-chrome-pref-muted', 'media-chrome-pref-volume'],
    ],
    'settings',
    'kept',
    [
      `${MEMBER}features/appearance/appearance.ts`,
      `${MEMBER}ui/feel/feel.ts`,
      `${MEMBER}screens/play-video/controls/media.ts`,
      `${MEMBER}screens/play-video/controls/preferences.ts`,
    ],
  ],
  ['local', [`${DRAFT}game-class`], 'settings', 'signOut', [`${MEMBER}screens/game/stored-class.ts`]],
  [
    'session',
    [`${DRAFT}attempt.*`, `${DRAFT}withdrawal`],
    'sending',
    'signOut',
    [`${MEMBER}features/slips/attempts.ts`, `${MEMBER}screens/withdraw/stored-attempt.ts`],
  ],
  [
    'session',
    [
      `${DRAFT}slip.*`,
      `${DRAFT}words.*`,
      `${DRAFT}thread.*`,
      `${DRAFT}payee`,
      `${DRAFT}complaint`,
      `${DRAFT}data-request`,
    ],
    'drafts',
    'signOut',
    [
      `${MEMBER}screens/lottery/slip/slip-keeping.ts`,
      `${MEMBER}features/complaints/question-draft.ts`,
      `${MEMBER}screens/service-page/drafts.ts`,
      `${MEMBER}screens/bind-card/stored-draft.ts`,
      `${MEMBER}screens/complaints/complaint-form.tsx`,
    ],
  ],
  [
    'local',
    [`${DRAFT}last.*`, `${DRAFT}desk.*`, `${DRAFT}desk-opened.*`],
    'drafts',
    'signOut',
    [
      `${MEMBER}screens/lottery/slip/slip-keeping.ts`,
      `${MEMBER}features/desk/outbox.ts`,
      `${MEMBER}features/storage/stored-items.ts`,
    ],
  ],
  ['database', ['tercet'], 'receipts', 'signOut', [`${MEMBER}features/receipts/receipt-store.ts`]],
  ['local', [`${DRAFT}storage-asked`], 'receipts', 'signOut', [`${MEMBER}features/receipts/persist-storage.ts`]],
  [
    'database',
    ['tercet-checks', 'tercet-claims'],
    'checks',
    'kept',
    [`${MEMBER}features/checks/check-store.ts`, `${MEMBER}features/claims/claim-store.ts`],
  ],
  ['database', ['tercet-book'], 'book', 'kept', [`${MEMBER}features/book/book-store.ts`]],
  ['local', [`${DRAFT}results-seen`], 'seen', 'signOut', [`${MEMBER}features/slips/seen-results.ts`]],
  ['local', ['tercet.notices'], 'seen', 'kept', [`${MEMBER}features/notices/seen-notices.ts`]],
  ['local', ['tercet.push', 'tercet.push-endpoint'], 'push', 'off', [`${MEMBER}features/push/push-flag.ts`]],
  ['cache', ['tercet-push'], 'push', 'off', [`${MEMBER}features/push/stored-subscription.ts`]],
  ['local', ['tercet.install'], 'install', 'kept', [`${MEMBER}features/install/install-offer.ts`]],
  ['session', ['tercet.visit-counted'], 'install', 'tab', [`${MEMBER}features/install/install-offer.ts`]],
  ['cache', ['tercet-app-*'], 'offline', 'update', [`${MEMBER}service-worker/cached-files.ts`]],
  ['local', ['tercet.visitor-thread.*'], 'visitor', 'kept', [`${MEMBER}features/recovery/stored-keys.ts`]],
  ['session', ['tercet.visitor-sent.*'], 'visitor', 'tab', [`${MEMBER}features/recovery/sent-form.ts`]],
  ['session', ['tercet.host-link'], 'host', 'tab', [`${MEMBER}features/host-link/stored-link.ts`]],
  [
    'session',
    ['tercet.places', 'tercet.reloaded-at'],
    'place',
    'tab',
    [`${MEMBER}app/scroll-place.ts`, `${MEMBER}features/load-failure/import-file.ts`],
  ],
];

const CONSOLE_ROWS: readonly Row[] = [
  ['cookie', ['__Host-tercet-staff', 'tercet-staff'], 'session', 'tab', [`${SERVER}staff-cookie.ts`]],
  ['local', ['tercet.console.signed-in'], 'session', 'signOut', [`${CONSOLE}features/session/store.ts`]],
  ['local', ['tercet.console.language'], 'language', 'kept', [`${CONSOLE}features/language/language.ts`]],
  [
    'local',
    ['tercet.console.menu', 'tercet.console.theme', 'tercet.console.announce', 'tercet.console.keys'],
    'settings',
    'kept',
    [
      `${CONSOLE}app/menu/use-open-groups.ts`,
      `${CONSOLE}app/appearance.ts`,
      `${CONSOLE}features/queues/announcing.ts`,
      `${CONSOLE}features/keys/letter-keys.ts`,
    ],
  ],
  ['local', ['tercet-console.draft.*'], 'drafts', 'kept', [`${CONSOLE}features/drafts/draft-store.ts`]],
];

export const STORED_ON_DEVICE: readonly StoredEntry[] = [
  ...rowsOf('member', MEMBER_ROWS),
  ...rowsOf('console', CONSOLE_ROWS),
];

/** The entry of a stored item; undefined where the table has none. */
export function storedEntryOf(
  app: StoredEntry['app'],
  place: StoredEntry['place'],
  name: string,
): StoredEntry | undefined {
  return STORED_ON_DEVICE.find(
    (entry) => entry.app === app && entry.place === place && entry.names.some((pattern) => isMatch(pattern, name)),
  );
}

/** True if the name fits the pattern, in which `*` stands for one or more characters. */
function isMatch(pattern: string, name: string): boolean {
  const [start = '', ...others] = pattern.split('*');
  if (others.length === 0) return name === pattern;
  if (!name.startsWith(start)) return false;
  let from = start.length;
  for (const other of others.slice(0, -1)) {
    const at = name.indexOf(other, from + 1);
    if (at < 0) return false;
    from = at + other.length;
  }
  const end = others.at(-1) ?? '';
  return name.length - end.length > from && name.endsWith(end);
}

function rowsOf(app: StoredEntry['app'], rows: readonly Row[]): StoredEntry[] {
  return rows.map(([place, names, use, until, by]) => ({ app, place, names, use, until, by }));
}

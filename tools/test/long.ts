// The slowest tests, which run in `npm run test:long` instead of `npm test`. docs/decisions/0055 explains the choice.

/** Clubs of several processes that are killed and replaced, whole days of a house, and load tests. */
export const LONG_SERVER_TESTS = [
  'apps/server/tests/dishonest/lies-everywhere.test.ts',
  'apps/server/tests/operate/rolling-restart.test.ts',
  'apps/server/tests/operate/traces.test.ts',
  'apps/server/tests/house/live-draw.test.ts',
  'apps/server/tests/draw/processes.test.ts',
  'apps/server/tests/payments/withdrawals/one-balance.test.ts',
  'apps/server/tests/payments/incoming/storm.test.ts',
  'apps/server/tests/recovery/recover.test.ts',
  'apps/server/tests/recovery/refused.test.ts',
  'apps/server/tests/simulation/simulation.test.ts',
];

/** Whole clubs that are started, killed and started again, and mutants in a database. */
export const LONG_UNIT_TESTS = ['dev/start/start-again.test.ts', 'tools/mutation/sql/database.test.ts'];

/** Journeys by file, or by file and title. docs/decisions/0055 says what they have in common. */
export const LONG_JOURNEYS: readonly (readonly [file: string, title?: string])[] = [
  ['app/visual.spec.ts'],
  ['app/look.spec.ts', 'every screen of a member passes the visual checks, from the slip to the proof'],
  ['money/wallet-in.spec.ts', 'every screen of top-ups and personal data passes the visual checks'],
  ['video/video-list.spec.ts', 'the library passes the visual checks'],
  ['video/video-list.spec.ts', 'the library is turned by category and searched, and the address keeps both'],
  ['video/video.spec.ts', 'a film plays from its start point, and no seek leads before it'],
  ['table/killed.spec.ts'],
  ['table/live.spec.ts'],
  ['app/phone.spec.ts'],
  ['app/club.spec.ts'],
  ['app/sandbox.spec.ts'],
  ['proof/receipts.spec.ts', 'a phone that was asleep finds its bet later, and says so'],
  ['proof/receipts.spec.ts', 'every bet of a period is found in the seal before the draw, and stays found'],
  ['proof/receipts.spec.ts', 'a house that denies a bet is held to the public hashes'],
  ['proof/lies.spec.ts'],
  ['proof/dishonest.spec.ts', 'each lie about witnesses and voids gets the verdict that it deserves'],
  ['proof/book.spec.ts', 'the draws of the club are counted from the book itself'],
  ['proof/book.spec.ts', 'a visitor follows the book, and sees that it has only grown'],
  ['proof/checks.spec.ts', 'every draw that a member bet on is checked on the phone, and Mine counts it'],
  ['app/offline.spec.ts', 'a newer version waits until the member accepts it'],
  ['app/offline.spec.ts', 'a newer worker of the build that runs already takes over by itself'],
  ['video/video-own.spec.ts'],
  ['account/settings.spec.ts'],
  ['proof/check-form.spec.ts'],
  ['account/push.spec.ts'],
  ['account/avatar.spec.ts'],
  ['house/house.spec.ts'],
  ['money/restricted.spec.ts', 'a suspended member does so, too'],
  [
    'money/restricted.spec.ts',
    'a leaving member, too, and their money is paid out automatically: one page links to the payout',
  ],
  ['forms/forms.spec.ts'],
  ['forms/form-rules.spec.ts'],
  ['forms/form-rules-own.spec.ts'],
  ['forms/form-rules-money.spec.ts'],
  ['console/console-overview.spec.ts'],
  ['console/console-audit.spec.ts', 'the log passes the visual checks on every screen, light and dark'],
  ['console/console-withdrawals.spec.ts', 'the queue passes the visual checks on every screen, light and dark'],
  ['console/console-members.spec.ts', 'members pass the visual checks on every screen, light and dark'],
  ['console/console-staff.spec.ts'],
  ['console/console-invites.spec.ts'],
  ['console/console-desk.spec.ts', 'a saved reply is written in two languages'],
  ['console/console-lotteries.spec.ts', 'a tighter rule says so, waits 7 days in the book'],
  ['console/console-lotteries.spec.ts', 'content shows a lottery in another way and changes nothing of its odds'],
  ['console/console-videos.spec.ts'],
  ['console/console-hosts.spec.ts'],
  ['console/console-complaints.spec.ts'],
  ['console/console-keys.spec.ts'],
  ['console/console-service.spec.ts'],
  ['console/console-notices.spec.ts'],
  ['console/console-banners.spec.ts'],
  ['console/console-logos.spec.ts'],
];

/** Playwright's `--grep-invert` pattern. It is matched against file, headings and title. */
export const LONG_JOURNEYS_PATTERN = LONG_JOURNEYS.map(([file, title]) =>
  title === undefined ? `(^| )${escaped(file)}` : `(^| )${escaped(file)}.*${escaped(title)}`,
).join('|');

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

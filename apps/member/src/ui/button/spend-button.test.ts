import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
const files = new Map(
  globSync('**/*.{ts,tsx}', { cwd: SOURCE, exclude: (path) => path.includes('.test.') }).map((path) => [
    path,
    readFileSync(join(SOURCE, path), 'utf8'),
  ]),
);

/** Writes that spend money, give consent or are irreversible, with the files that render their buttons. */
const SPENDING: Record<string, string[]> = {
  placeSlip: ['screens/lottery/slip/confirm-foot.tsx'],
  withdraw: ['screens/withdraw/confirm-sheet.tsx'],
  acknowledgeFunds: ['screens/recharge/funds-step.tsx'],
  makeTopUp: ['screens/recharge/amount-step.tsx'],
  buyVideo: ['screens/play-video/buy-sheet.tsx'],
  setLimit: ['screens/limits/limit-sheet.tsx', 'screens/recharge/limit-step.tsx'],
  confirmExclusionEnd: ['screens/restricted/end-of-exclusion.tsx'],
  requestExclusionEnd: ['screens/restricted/end-of-exclusion.tsx'],
  confirmLimit: ['screens/limits/requested-limit.tsx'],
  dropLimit: ['screens/limits/requested-limit.tsx'],
  takeTimeOut: ['screens/limits/breaks/final-confirmation.tsx'],
  selfExclude: ['screens/limits/breaks/final-confirmation.tsx'],
  noteChecked: ['screens/lottery/play/reality-check.tsx'],
  closeAccount: ['screens/my-data/close-sheet.tsx'],
  agree: ['screens/agreement/agreement.tsx'],
  register: ['screens/register/register-form.tsx', 'features/recovery/recovery-codes.tsx'],
  recover: ['screens/recover/by-code.tsx'],
  stopRecoveries: ['screens/sessions/recovery-card.tsx'],
  setRecoveredPassword: ['screens/visitor-desk/request-state.tsx'],
  renewRecoveryCodes: ['screens/recovery-codes/recovery-codes-screen.tsx'],
  actByLink: ['screens/host/consent.tsx', 'screens/host/confirm.tsx'],
  eraseHost: ['screens/host/confirm.tsx'],
  rotateLink: ['screens/host/confirm.tsx'],
  removeMyPicture: ['screens/host/confirm.tsx'],
  bindPayee: ['screens/bind-card/wizard.tsx'],
  dropNextPayee: ['screens/setbank/replacement.tsx'],
  setRealName: ['screens/setname/name-form.tsx'],
  setFinancePassword: ['screens/set-pay-password/wizard.tsx'],
  cancelFinanceReset: ['screens/set-pay-password/reset-card.tsx'],
  confirmSession: ['features/session/confirm-session-sheet.tsx'],
  setLoginPassword: ['screens/set-login-password/set-login-password.tsx'],
  startIdentityCheck: ['screens/identity/identity-view.tsx'],
  signOut: ['features/session/sign-out-sheet.tsx'],
  endSession: ['screens/sessions/session-row.tsx'],
  endOtherSessions: ['screens/sessions/sessions.tsx'],
  withdrawInvite: ['screens/invite/invite-acts.tsx'],
  forgetWatched: ['screens/video-history/video-history.tsx'],
  actOnBooking: ['features/hosts/booking-card.tsx'],
};

/** Writes that cost nothing and that a member can repeat or undo. */
const HARMLESS = new Set(
  (
    'chooseAvatar uploadAvatar removeAvatar questionBet addWords openThread writeInThread sendThreadFile reportTyping ' +
    'fileComplaint continueComplaint ' +
    'markThreadRead closeThread reportHost sendEvidence writeMyTexts sendMyPicture orderMyPictures makeInvite ' +
    'noteLimitsReviewed noteLimitPrompted markRead openCardField setSex takePushes refusePushes signIn notePlay ' +
    'noteProgress chooseVideo setWatchLater rateThread requestRecovery askAsVisitor readVisitorThread ' +
    'writeAsVisitor requestBooking setFavourite setMyDays setPushSettings answerSuggestion'
  ).split(' '),
);

/** Names of the functions in `api` that write. */
function writes(): string[] {
  return [...files]
    .filter(([path]) => path.startsWith('api/') && path !== 'api/shared/client.ts')
    .flatMap(([, text]) => text.split(/^export (?=(?:async )?function )/m).slice(1))
    .filter((body) => /\b(?:post|put|patch|remove|putFile)(?:<\w+>)?\(/.test(body.split(/^}/m)[0] ?? ''))
    .map((body) => /function (\w+)/.exec(body)?.[1] ?? '');
}

describe('buttons that spend', () => {
  it('are listed: each write of the API is in the list of spending calls or of other calls', () => {
    const found = writes();
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter((name) => !(name in SPENDING) && !HARMLESS.has(name))).toEqual([]);
    expect([...Object.keys(SPENDING), ...HARMLESS].filter((name) => !found.includes(name))).toEqual([]);
  });

  it.each(Object.entries(SPENDING))('%s waits for a tap of its own', (_, shownBy) => {
    for (const path of shownBy) expect(files.get(path), path).toContain('<SpendButton');
  });

  it('do not act on the last digit of a PIN', () => {
    // The only PIN entry that continues automatically has another step before its button.
    const users = [...files].filter(([path, text]) => path.startsWith('screens/') && text.includes('onComplete='));
    expect(users.map(([path]) => path)).toEqual(['screens/set-pay-password/wizard.tsx']);
  });

  it('of the console are those of its one form for an act', () => {
    const dialog = readFileSync(join(SOURCE, '../../console/src/features/act/act-dialog.tsx'), 'utf8');
    expect(dialog).toContain('<GuardedButton type="submit"');
  });
});

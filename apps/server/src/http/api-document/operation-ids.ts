/**
 * Operation ids of the API document: a verb and what it acts on, in camel case. Client generators name functions by
 * them, so a released id must not change. Most follow from method and path.
 */

/** Ids that the path alone would name badly. */
const NAMED: Record<string, string> = {
  'GET /api/console/audit': 'listConsoleAuditEntries',
  'GET /api/console/desk/canned': 'listConsoleCannedAnswers',
  'POST /api/console/desk/canned': 'createConsoleCannedAnswer',
  'PUT /api/console/desk/canned/{id}': 'updateConsoleCannedAnswer',
  'POST /api/console/desk/handling': 'handleConsoleDeskThreads',
  'PUT /api/console/films/{id}/parts': 'uploadConsoleFilmPart',
  'POST /api/console/lotteries/preview': 'previewConsoleLottery',
  'POST /api/console/lotteries/{key}/preview': 'previewConsoleLotteryTable',
  'POST /api/console/lotteries/{key}/retirement': 'proposeConsoleLotteryRetirement',
  'GET /api/console/me': 'getMeAtConsole',
  'POST /api/console/me/password': 'changeMyConsolePassword',
  'DELETE /api/console/me/sessions/{id}': 'endMyConsoleSession',
  'POST /api/console/members/{memberId}/bookings/{id}/done': 'finishConsoleMemberBooking',
  'GET /api/console/members/{memberId}/desk/{id}': 'getConsoleMemberThread',
  'POST /api/console/members/{memberId}/desk/{id}/answer': 'answerConsoleMemberThread',
  'POST /api/console/members/{memberId}/desk/{id}/assignment': 'assignConsoleMemberThread',
  'POST /api/console/members/{memberId}/desk/{id}/close': 'closeConsoleMemberThread',
  'PUT /api/console/members/{memberId}/desk/{id}/labels': 'setConsoleMemberThreadLabels',
  'POST /api/console/members/{memberId}/desk/{id}/read': 'markConsoleMemberThreadRead',
  'POST /api/console/members/{memberId}/desk/{id}/snooze': 'snoozeConsoleMemberThread',
  'POST /api/console/members/{memberId}/desk/{id}/typing': 'noteConsoleMemberThreadTyping',
  'POST /api/console/members/{memberId}/formal-complaints/{id}/reply': 'replyToConsoleMemberFormalComplaint',
  'POST /api/console/members/{memberId}/real-name': 'correctConsoleMemberRealName',
  'POST /api/console/members/{memberId}/suspension': 'suspendConsoleMember',
  'POST /api/console/members/{memberId}/withdrawals/{id}/assignment': 'assignConsoleMemberWithdrawal',
  'POST /api/console/money-rule': 'announceConsoleMoneyRule',
  'GET /api/console/search': 'searchConsole',
  'POST /api/console/service/url': 'proposeConsoleServiceUrl',
  'DELETE /api/console/session': 'signOutOfConsole',
  'POST /api/console/session': 'signInToConsole',
  'POST /api/console/session/challenge': 'createConsoleSignInChallenge',
  'POST /api/console/session/passkey': 'signInToConsoleWithPasskey',
  'GET /api/console/staff': 'listConsoleStaff',
  'POST /api/console/staff': 'addConsoleStaff',
  'POST /api/console/staff/{staffId}/role': 'changeConsoleStaffRole',
  'POST /api/console/staff/{staffId}/second-factor': 'resetConsoleStaffSecondFactor',
  'POST /api/console/step-up': 'stepUpConsoleSession',
  'POST /api/console/step-up/challenge': 'createConsoleStepUpChallenge',
  'POST /api/console/stops': 'proposeConsoleStop',
  'GET /api/console/stream': 'openConsoleStream',
  'POST /api/draws/{key}/{period}/signature': 'offerDrawSignature',
  'GET /api/face/{version}/{name}': 'getFaceFile',
  'POST /api/host-link/away': 'setHostLinkAway',
  'POST /api/host-link/consent': 'giveHostConsent',
  'POST /api/host-link/erase': 'eraseHost',
  'POST /api/host-link/pictures/order': 'orderHostLinkPictures',
  'POST /api/host-link/pictures/{picture}': 'readHostLinkPicture',
  'POST /api/host-link/profile': 'readHostLinkProfile',
  'POST /api/hosts/{id}/bookings': 'requestBooking',
  'POST /api/hosts/{id}/reports': 'reportHost',
  'POST /api/me/agreement': 'acceptAgreement',
  'POST /api/me/avatar': 'chooseMyAvatar',
  'POST /api/me/closure': 'closeMyAccount',
  'POST /api/me/complaints': 'questionBet',
  'POST /api/me/desk/threads/{id}/read': 'markMyDeskThreadRead',
  'POST /api/me/desk/threads/{id}/typing': 'noteMyThreadTyping',
  'DELETE /api/me/favourite-hosts/{id}': 'removeMyFavouriteHost',
  'PUT /api/me/favourite-hosts/{id}': 'addMyFavouriteHost',
  'POST /api/me/finance-password': 'setMyFinancePassword',
  'POST /api/me/finance-password/reset/cancel': 'cancelMyFinancePasswordReset',
  'POST /api/me/formal-complaints': 'fileComplaint',
  'POST /api/me/formal-complaints/{id}/second-look': 'requestSecondLook',
  'POST /api/me/funds-acknowledgement': 'acknowledgeFunds',
  'POST /api/me/identity': 'startMyIdentityCheck',
  'POST /api/me/invites': 'createMyInvites',
  'POST /api/me/limits': 'setMyLimit',
  'POST /api/me/limits/prompted': 'noteMyLimitPrompt',
  'POST /api/me/limits/reviewed': 'reviewMyLimits',
  'POST /api/me/login-password': 'changeMyLoginPassword',
  'POST /api/me/messages/read': 'markMyMessagesRead',
  'POST /api/me/payee': 'bindMyPayee',
  'POST /api/me/payee/card-field': 'openCardField',
  'DELETE /api/me/payee/next': 'cancelMyNextPayee',
  'POST /api/me/play/checked': 'answerRealityCheck',
  'DELETE /api/me/push': 'stopMyPush',
  'POST /api/me/push': 'startMyPush',
  'POST /api/me/real-name': 'setMyRealName',
  'POST /api/me/recovery-codes': 'createMyRecoveryCodes',
  'POST /api/me/self-exclusion': 'excludeMyself',
  'POST /api/me/self-exclusion/end': 'endMySelfExclusion',
  'POST /api/me/self-exclusion/end-request': 'requestEndOfMySelfExclusion',
  'POST /api/me/sessions/confirm': 'confirmMySession',
  'POST /api/me/sessions/end': 'endMySession',
  'POST /api/me/sessions/end-others': 'endMyOtherSessions',
  'POST /api/me/sex': 'setMySex',
  'POST /api/me/time-out': 'takeTimeOut',
  'POST /api/me/top-ups': 'startTopUp',
  'DELETE /api/me/video-history': 'clearMyVideoHistory',
  'DELETE /api/me/video-history/{id}': 'deleteMyVideoHistoryEntry',
  'DELETE /api/me/watch-later/{id}': 'removeFromMyWatchLater',
  'PUT /api/me/watch-later/{id}': 'addToMyWatchLater',
  'POST /api/me/withdrawals': 'requestWithdrawal',
  'POST /api/members': 'register',
  'DELETE /api/receipts/{key}': 'abandonSlip',
  'POST /api/recover': 'recoverPassword',
  'DELETE /api/session': 'signOut',
  'POST /api/session': 'signIn',
  'POST /api/slips': 'placeSlip',
  'GET /api/stream': 'openStream',
  'GET /api/videos/featured': 'listFeaturedVideos',
  'POST /api/videos/{id}/plays': 'countVideoPlay',
  'POST /api/videos/{id}/purchases': 'buyVideo',
  'GET /api/videos/{id}/related': 'listRelatedVideos',
  'POST /api/visitor-thread/entries': 'addVisitorThreadEntry',
  'POST /api/visitor-thread/password': 'setPasswordByVisitorThread',
  'POST /api/visitor-threads': 'openVisitorThread',
  'POST /api/webhooks/identity/{provider}': 'receiveIdentityMessage',
  'POST /api/webhooks/{provider}': 'receivePaymentMessage',
  'GET /book/slips/{key}/{period}': 'getBookSlips',
};

/** Last parts of a path that are verbs already: `POST /api/console/hosts/{id}/hide` hides a host. */
const VERBS = new Set(
  ['accept', 'agree', 'answer', 'approve', 'cancel', 'close', 'confirm', 'credit', 'decide', 'decline', 'disable']
    .concat(['drop', 'end', 'erase', 'hide', 'lift', 'propose', 'publish', 'rate', 'read', 'refund', 'refuse'])
    .concat(['release', 'remove', 'reply', 'resume', 'retry', 'revoke', 'rotate', 'show', 'snooze', 'stop', 'watch'])
    .concat(['withdraw']),
);

/** Parts that end with an s and are not lists. */
const SINGULAR = new Set(['figures', 'push-settings', 'video-choices', 'words']);
/** Parts that hold files: a PUT uploads one. */
const FILES = new Set(['pictures', 'picture', 'files', 'avatar', 'logo', 'cover', 'captions']);

/** The id of an operation. `path` as in the document, with parameters in braces. */
export function operationIdOf(method: string, path: string): string {
  const named = NAMED[`${method} ${path}`];
  if (named !== undefined) return named;
  const [parts, type] = withoutType(path.split('/').filter((part) => part !== '' && part !== 'api'));
  const last = parts.at(-1) ?? '';
  if (method === 'GET' && type !== '') return `download${nounOf(parts)}${pascal(type)}`;
  if (method === 'GET') return `${isList(last) ? 'list' : 'get'}${nounOf(parts)}`;
  if (method === 'POST' && VERBS.has(last)) return `${last}${nounOf(parts.slice(0, -1), true)}`;
  return `${verbOf(method, parts)}${nounOf(parts, method !== 'PUT')}`;
}

function verbOf(method: string, parts: readonly string[]): string {
  if (method === 'DELETE') return 'delete';
  if (method === 'PATCH') return 'update';
  const noun = parts.findLast((part) => !isParameter(part)) ?? '';
  if (method === 'PUT' && FILES.has(noun)) return 'upload';
  if (method === 'PUT') return isParameter(parts.at(-1) ?? '') ? 'update' : 'set';
  return 'create';
}

/** Splits `statement.csv` and `{ref}.pdf` into the part and its type. */
function withoutType(parts: readonly string[]): [parts: string[], type: string] {
  const [name = '', type = ''] = (parts.at(-1) ?? '').split('.');
  return [[...parts.slice(0, -1), name], type];
}

/** The parts as words. A list is named in the singular before a parameter, and at the end with `isOne`. */
function nounOf(parts: readonly string[], isOne = false): string {
  const words = parts.flatMap((part, index) => {
    if (isParameter(part)) return [];
    if (part === 'me') return [];
    const next = parts[index + 1];
    return [(next === undefined ? isOne : isParameter(next)) && isList(part) ? singularOf(part) : part];
  });
  const whose = !parts.includes('me') ? [] : [parts.at(-1) === 'me' ? 'me' : 'my'];
  return [...whose, ...words].map(pascal).join('');
}

function isParameter(part: string): boolean {
  return part.startsWith('{');
}

function isList(part: string): boolean {
  return /[^s]s$/.test(part) && !SINGULAR.has(part);
}

function singularOf(part: string): string {
  return /(?:ss|sh|ch)es$/.test(part) ? part.slice(0, -2) : part.replace(/ies$/, 'y').replace(/s$/, '');
}

function pascal(part: string): string {
  return part.replaceAll(/(?:^|[-_])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

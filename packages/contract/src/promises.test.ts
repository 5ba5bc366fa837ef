import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Operation {
  parameters?: { name: string }[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
}

const { paths, components } = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

/** The names of all that a call can be sent: path, query, headers and body. The origin is the browser's to send. */
function namesSent(operation: Operation): string[] {
  const names = (operation.parameters ?? []).map(({ name }) => name).filter((name) => name !== 'origin');
  return [...names, ...fieldsOf(operation.requestBody)];
}

function fieldsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('$ref' in part) return fieldsOf(components.schemas[String(part.$ref).split('/').at(-1) ?? '']);
  const own = 'properties' in part ? Object.keys(part.properties as object) : [];
  return [...own, ...Object.values(part).flatMap(fieldsOf)];
}

test('what writes is listed here, and each new call is held against the house rules', () => {
  const writes = operations.filter(({ name }) => !name.startsWith('get ')).map(({ name }) => name);
  expect(writes.sort()).toEqual([
    'delete /api/console/banners/{id}',
    'delete /api/console/films/{id}',
    'delete /api/console/films/{id}/captions/{locale}',
    'delete /api/console/list-views/{id}',
    'delete /api/console/me/passkeys/{id}',
    'delete /api/console/me/sessions/{id}',
    'delete /api/console/notices/{id}',
    'delete /api/console/session',
    'delete /api/me/avatar',
    'delete /api/me/favourite-hosts/{id}',
    'delete /api/me/payee/next',
    'delete /api/me/push',
    'delete /api/me/video-history',
    'delete /api/me/video-history/{id}',
    'delete /api/me/watch-later/{id}',
    'delete /api/receipts/{key}',
    'delete /api/session',
    'patch /api/console/video-classes/{id}',
    'patch /api/console/videos/{id}',
    'patch /api/me/video-choices',
    'post /api/console/banners',
    'post /api/console/cities',
    'post /api/console/common-questions',
    'post /api/console/desk/canned',
    'post /api/console/desk/handling',
    'post /api/console/films/{id}/retry',
    'post /api/console/hosts',
    'post /api/console/hosts/{id}/hide',
    'post /api/console/hosts/{id}/link',
    'post /api/console/hosts/{id}/pictures/{picture}/approve',
    'post /api/console/hosts/{id}/pictures/{picture}/remove',
    'post /api/console/hosts/{id}/remove',
    'post /api/console/hosts/{id}/show',
    'post /api/console/hosts/{id}/verifications',
    'post /api/console/hosts/{id}/verifications/{verificationId}/confirm',
    'post /api/console/hosts/{id}/verifications/{verificationId}/revoke',
    'post /api/console/hosts/{id}/words/approve',
    'post /api/console/hosts/{id}/words/refuse',
    'post /api/console/invites',
    'post /api/console/invites/{id}/withdraw',
    'post /api/console/list-views',
    'post /api/console/lotteries',
    'post /api/console/lotteries/preview',
    'post /api/console/lotteries/{key}/preview',
    'post /api/console/lotteries/{key}/retirement',
    'post /api/console/lotteries/{key}/tables',
    'post /api/console/lottery-classes',
    'post /api/console/me/passkeys',
    'post /api/console/me/passkeys/challenge',
    'post /api/console/me/password',
    'post /api/console/members/{memberId}/bookings/{id}/agree',
    'post /api/console/members/{memberId}/bookings/{id}/decline',
    'post /api/console/members/{memberId}/bookings/{id}/done',
    'post /api/console/members/{memberId}/bookings/{id}/propose',
    'post /api/console/members/{memberId}/closure',
    'post /api/console/members/{memberId}/complaints/{id}/answer',
    'post /api/console/members/{memberId}/corrections',
    'post /api/console/members/{memberId}/desk/{id}/answer',
    'post /api/console/members/{memberId}/desk/{id}/assignment',
    'post /api/console/members/{memberId}/desk/{id}/close',
    'post /api/console/members/{memberId}/desk/{id}/read',
    'post /api/console/members/{memberId}/desk/{id}/snooze',
    'post /api/console/members/{memberId}/desk/{id}/typing',
    'post /api/console/members/{memberId}/exclusion',
    'post /api/console/members/{memberId}/finance-password-reset',
    'post /api/console/members/{memberId}/formal-complaints/{id}/answer',
    'post /api/console/members/{memberId}/formal-complaints/{id}/extend',
    'post /api/console/members/{memberId}/formal-complaints/{id}/reply',
    'post /api/console/members/{memberId}/host-reports/{id}/decide',
    'post /api/console/members/{memberId}/legal-holds',
    'post /api/console/members/{memberId}/legal-holds/{id}/confirm',
    'post /api/console/members/{memberId}/legal-holds/{id}/lift',
    'post /api/console/members/{memberId}/limits',
    'post /api/console/members/{memberId}/notes',
    'post /api/console/members/{memberId}/payee-permit',
    'post /api/console/members/{memberId}/payments/{id}/credit',
    'post /api/console/members/{memberId}/payments/{id}/refund',
    'post /api/console/members/{memberId}/possible-matches/{id}/decide',
    'post /api/console/members/{memberId}/real-name',
    'post /api/console/members/{memberId}/risk-cases/{id}/interactions',
    'post /api/console/members/{memberId}/suspension',
    'post /api/console/members/{memberId}/suspension/lift',
    'post /api/console/members/{memberId}/withdrawals/{id}/approve',
    'post /api/console/members/{memberId}/withdrawals/{id}/assignment',
    'post /api/console/members/{memberId}/withdrawals/{id}/refuse',
    'post /api/console/members/{memberId}/withdrawals/{id}/release',
    'post /api/console/money-rule',
    'post /api/console/notices',
    'post /api/console/payment-logos',
    'post /api/console/proposals/{id}/confirm',
    'post /api/console/proposals/{id}/decline',
    'post /api/console/purchases/{memberId}/{id}/refund',
    'post /api/console/reopenings',
    'post /api/console/service/url',
    'post /api/console/service/url/withdraw',
    'post /api/console/session',
    'post /api/console/session/challenge',
    'post /api/console/session/passkey',
    'post /api/console/staff',
    'post /api/console/staff/{staffId}/disable',
    'post /api/console/staff/{staffId}/role',
    'post /api/console/staff/{staffId}/second-factor',
    'post /api/console/step-up',
    'post /api/console/step-up/challenge',
    'post /api/console/stops',
    'post /api/console/stops/end',
    'post /api/console/video-classes',
    'post /api/console/video-terms',
    'post /api/console/videos',
    'post /api/console/videos/{id}/films',
    'post /api/console/videos/{id}/publish',
    'post /api/console/videos/{id}/withdraw',
    'post /api/console/visitor-threads/{id}/answer',
    'post /api/console/visitor-threads/{id}/close',
    'post /api/console/visitor-threads/{id}/decide',
    'post /api/draws/{key}/{period}/signature',
    'post /api/host-link/away',
    'post /api/host-link/consent',
    'post /api/host-link/consent/withdraw',
    'post /api/host-link/erase',
    'post /api/host-link/pictures/order',
    'post /api/host-link/pictures/{picture}',
    'post /api/host-link/pictures/{picture}/remove',
    'post /api/host-link/profile',
    'post /api/host-link/resume',
    'post /api/host-link/rotate',
    'post /api/hosts/{id}/bookings',
    'post /api/hosts/{id}/reports',
    'post /api/me/agreement',
    'post /api/me/avatar',
    'post /api/me/bookings/{id}/accept',
    'post /api/me/bookings/{id}/end',
    'post /api/me/closure',
    'post /api/me/complaints',
    'post /api/me/complaints/{id}/words',
    'post /api/me/desk/threads',
    'post /api/me/desk/threads/{id}/close',
    'post /api/me/desk/threads/{id}/read',
    'post /api/me/desk/threads/{id}/typing',
    'post /api/me/desk/threads/{id}/words',
    'post /api/me/finance-password',
    'post /api/me/finance-password/reset/cancel',
    'post /api/me/formal-complaints',
    'post /api/me/formal-complaints/{id}/second-look',
    'post /api/me/formal-complaints/{id}/words',
    'post /api/me/funds-acknowledgement',
    'post /api/me/identity',
    'post /api/me/invites',
    'post /api/me/invites/withdraw',
    'post /api/me/limit-suggestions/{id}/accept',
    'post /api/me/limit-suggestions/{id}/decline',
    'post /api/me/limits',
    'post /api/me/limits/confirm',
    'post /api/me/limits/drop',
    'post /api/me/limits/prompted',
    'post /api/me/limits/reviewed',
    'post /api/me/login-password',
    'post /api/me/messages/read',
    'post /api/me/payee',
    'post /api/me/payee/card-field',
    'post /api/me/play/checked',
    'post /api/me/push',
    'post /api/me/real-name',
    'post /api/me/recovery-codes',
    'post /api/me/recovery-requests/stop',
    'post /api/me/self-exclusion',
    'post /api/me/self-exclusion/end',
    'post /api/me/self-exclusion/end-request',
    'post /api/me/sessions/confirm',
    'post /api/me/sessions/end',
    'post /api/me/sessions/end-others',
    'post /api/me/sex',
    'post /api/me/time-out',
    'post /api/me/top-ups',
    'post /api/me/withdrawals',
    'post /api/members',
    'post /api/recover',
    'post /api/recovery-requests',
    'post /api/session',
    'post /api/slips',
    'post /api/videos/{id}/plays',
    'post /api/videos/{id}/purchases',
    'post /api/videos/{id}/watch',
    'post /api/visitor-thread/entries',
    'post /api/visitor-thread/password',
    'post /api/visitor-thread/read',
    'post /api/visitor-threads',
    'post /api/webhooks/identity/{provider}',
    'post /api/webhooks/{provider}',
    'put /api/console/banners/{id}',
    'put /api/console/banners/{id}/picture',
    'put /api/console/cities/{id}',
    'put /api/console/common-questions/{id}',
    'put /api/console/desk/canned/{id}',
    'put /api/console/face',
    'put /api/console/face/logo',
    'put /api/console/films/{id}/captions/{locale}',
    'put /api/console/films/{id}/parts',
    'put /api/console/guide',
    'put /api/console/hosts/{id}',
    'put /api/console/hosts/{id}/pictures/{picture}',
    'put /api/console/hosts/{id}/words',
    'put /api/console/list-choices/{list}',
    'put /api/console/lotteries/{key}',
    'put /api/console/lottery-classes/{key}',
    'put /api/console/members/{memberId}/desk/{id}/labels',
    'put /api/console/notices/{id}',
    'put /api/console/notices/{id}/texts',
    'put /api/console/payment-logos/{id}',
    'put /api/console/payment-logos/{id}/picture',
    'put /api/console/service',
    'put /api/console/videos/{id}/cover',
    'put /api/host-link/days',
    'put /api/host-link/pictures/{picture}',
    'put /api/host-link/words',
    'put /api/me/avatar',
    'put /api/me/desk/threads/{id}/files/{file}',
    'put /api/me/desk/threads/{id}/rating',
    'put /api/me/favourite-hosts/{id}',
    'put /api/me/host-reports/{id}/pictures/{key}',
    'put /api/me/push-settings',
    'put /api/me/watch-later/{id}',
    'put /api/videos/{id}/progress',
  ]);
});

/** Takes a late round's signature from anybody. It is the one that the schedule fixed, or it is nothing. */
const OFFER = 'post /api/draws/{key}/{period}/signature';

test('no call takes a result, nor anything that it is made of', () => {
  for (const { name, operation } of operations) {
    if (name === OFFER) continue;
    const requested = namesSent(operation).filter((field) =>
      /dice|sum|seed|signature|(?<!g)round|result|root/i.test(field),
    );
    expect(requested, name).toEqual([]);
  }
});

test('a late draw accepts only the signature of its own round', () => {
  const offer = operations.find(({ name }) => name === OFFER);
  expect(namesSent(offer?.operation ?? {}).sort()).toEqual(['key', 'period', 'signature']);
});

/** Names the member who is signed in; with any other name a call is refused. */
const CALLER = 'tercet-caller';

test('only the member places a bet: no call names another member', () => {
  const slips = operations.find(({ name }) => name === 'post /api/slips');
  expect(namesSent(slips?.operation ?? {}).sort()).toEqual(
    ['bet', 'drawId', 'idempotency-key', 'selections', 'stakeMinor', 'tableHash', CALLER].sort(),
  );
});

test('there is no task, bonus, adviser or commission', () => {
  for (const { name, operation } of operations) {
    const words = [name, ...namesSent(operation)].join(' ');
    expect(words).not.toMatch(/task|mission|bonus|turnover|rollover|advis|commission|referr|reward|tip\b|vip/i);
  }
});

test('a top-up has only an amount: payment details go to the provider alone', () => {
  const topUp = operations.find(({ name }) => name === 'post /api/me/top-ups');
  expect(namesSent(topUp?.operation ?? {}).sort()).toEqual(['amountMinor', 'idempotency-key', CALLER]);
});

test('no call takes a card’s number, its code or its date', () => {
  for (const { name, operation } of operations) {
    const found = namesSent(operation).filter((field) => /card|pan$|number|cvv|cvc|security|expir(y|es$)/i.test(field));
    expect(found, name).toEqual([]);
  }
});

test('no call takes a fee, and none to get money out takes a condition', () => {
  for (const { name, operation } of operations) expect(namesSent(operation).join(' '), name).not.toMatch(/fee|charge/i);
  const withdraw = operations.find(({ name }) => name === 'post /api/me/withdrawals');
  const sent = namesSent(withdraw?.operation ?? {}).sort();
  expect(sent).toEqual(['amountMinor', 'financePassword', 'idempotency-key', CALLER]);
});

/** What holds for everybody: tables of odds, the rule for money in and out, and what a title of the library asks. */
const FOR_EVERYBODY = [
  'post /api/console/lotteries',
  'post /api/console/lotteries/preview',
  'post /api/console/lotteries/{key}/preview',
  'post /api/console/lotteries/{key}/tables',
  'post /api/console/money-rule',
  'post /api/console/videos',
  'patch /api/console/videos/{id}',
  'post /api/console/video-terms',
];

/** One person proposes, which another confirms by a call that takes no amount. */
const PROPOSED = 'post /api/console/members/{memberId}/corrections';

test('no single member of staff writes an amount of a member', () => {
  for (const { name, operation } of operations.filter((one) => /^(?!get ).* \/api\/console\//.test(one.name))) {
    if (FOR_EVERYBODY.includes(name)) expect(namesSent(operation), name).not.toContain('memberId');
    else if (name === PROPOSED)
      expect(Object.keys(operation.responses ?? {}).filter((one) => one < '3')).toEqual(['202']);
    else expect(namesSent(operation).join(' '), name).not.toMatch(/amount|minor|balance|currency/i);
  }
});

/** Starts a break that the member asked for. Its server tests show that it shortens none. */
const STARTS_A_BREAK = 'post /api/console/members/{memberId}/exclusion';
/** Enters a stricter limit that the member asked for. Its server tests show that it loosens none. */
const TIGHTENS_A_LIMIT = 'post /api/console/members/{memberId}/limits';

test('no other call of the staff touches a limit, a time-out or an exclusion', () => {
  for (const { name, operation } of operations) {
    if (!name.includes('/api/console/') || [STARTS_A_BREAK, TIGHTENS_A_LIMIT].includes(name)) continue;
    expect(name).not.toMatch(/limit|time-?out|exclu/i);
    // Lists are asked for by `limit` rows.
    const fields = namesSent(operation).filter((field) => field !== 'limit' && /limit|time-?out|exclu/i.test(field));
    expect([name, fields]).toEqual([name, []]);
  }
});

test('no call stops or starts payouts, top-ups or bets; a stop of bets is proposed, and names no period', () => {
  for (const { name } of operations) expect(name).not.toMatch(/switch|pause|freeze|block|close-table|suspend-payout/i);
  const stops = operations.filter(({ name }) => /^post .*\/stops/.test(name));
  expect(stops.map(({ name }) => name).sort()).toEqual(['post /api/console/stops', 'post /api/console/stops/end']);
  const fields = ['tercet-caller', 'authority', 'order', 'reason', 'reference', 'untilMs', 'what', 'why'];
  for (const { operation } of stops) for (const field of namesSent(operation)) expect(fields).toContain(field);
});

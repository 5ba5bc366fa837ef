import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const NEEDED = { TERCET_OWNER_URL: 'postgres://o@h/d', TERCET_APP_URL: 'postgres://a@h/d', TERCET_KEYS: '/keys' };
const SANDBOX = {
  TERCET_PAYMENTS: 'sandbox',
  TERCET_SANDBOX_URL: 'http://127.0.0.1:3015/',
  TERCET_SANDBOX_SECRET: 's'.repeat(32),
};
const ADYEN = {
  TERCET_PAYMENTS: 'adyen',
  TERCET_ADYEN_MERCHANT_ACCOUNT: 'ClubECOM',
  TERCET_ADYEN_API_KEY: 'key-of-checkouts',
  TERCET_ADYEN_PAYOUT_API_KEY: 'key-of-payouts',
  TERCET_ADYEN_HMAC_KEY: 'ab'.repeat(32),
  TERCET_ADYEN_PAYOUT_HMAC_KEY: 'cd'.repeat(32),
  TERCET_ADYEN_BALANCE_ACCOUNT: 'BA00000000000000000000001',
};

function paymentsOf(environment: Record<string, string | undefined>) {
  return readConfig({ ...NEEDED, ...environment }).payments;
}

test('nothing moves money unless it is chosen', () => {
  expect(paymentsOf({})).toEqual({ kind: 'none' });
  expect(paymentsOf({ ...SANDBOX, ...ADYEN, TERCET_PAYMENTS: undefined })).toEqual({ kind: 'none' });
});

test('the sandbox has an address and a secret', () => {
  expect(paymentsOf(SANDBOX)).toEqual({ kind: 'sandbox', url: 'http://127.0.0.1:3015', secret: 's'.repeat(32) });
});

test('Adyen has two credentials and two keys of its messages, and live an address of its own', () => {
  expect(paymentsOf(ADYEN)).toEqual({
    kind: 'adyen',
    environment: 'test',
    merchantAccount: 'ClubECOM',
    apiKey: 'key-of-checkouts',
    payoutApiKey: 'key-of-payouts',
    hmacKey: 'ab'.repeat(32),
    payoutHmacKey: 'cd'.repeat(32),
    balanceAccount: 'BA00000000000000000000001',
    payoutPriority: 'regular',
    livePrefix: null,
  });
  const live = { ...ADYEN, TERCET_ADYEN_ENVIRONMENT: 'live', TERCET_ADYEN_LIVE_PREFIX: '1797a841fbb37ca7-Club' };
  expect(paymentsOf(live)).toMatchObject({ environment: 'live', livePrefix: '1797a841fbb37ca7-Club' });
  expect(() => paymentsOf({ ...live, TERCET_ADYEN_LIVE_PREFIX: '' })).toThrow('TERCET_ADYEN_LIVE_PREFIX');
  expect(() => paymentsOf({ ...live, TERCET_ADYEN_LIVE_PREFIX: 'own.example/x' }), 'leads elsewhere').toThrow(
    'TERCET_ADYEN_LIVE_PREFIX',
  );
});

test.each([
  ...Object.keys(SANDBOX).flatMap((name) => (name === 'TERCET_PAYMENTS' ? [] : [[SANDBOX, name] as const])),
  ...Object.keys(ADYEN).flatMap((name) => (name === 'TERCET_PAYMENTS' ? [] : [[ADYEN, name] as const])),
])('of %j without %s one line says what is missing', (environment, name) => {
  expect(() => paymentsOf({ ...environment, [name]: undefined })).toThrow(name);
});

test.each([
  [{ TERCET_PAYMENTS: 'cash' }, 'TERCET_PAYMENTS'],
  [{ ...SANDBOX, TERCET_SANDBOX_SECRET: 'short' }, 'TERCET_SANDBOX_SECRET'],
  [{ ...SANDBOX, TERCET_SANDBOX_URL: 'ftp://sandbox' }, 'TERCET_SANDBOX_URL'],
  [{ ...ADYEN, TERCET_ADYEN_HMAC_KEY: 'no hex' }, 'TERCET_ADYEN_HMAC_KEY'],
  [{ ...ADYEN, TERCET_ADYEN_PAYOUT_PRIORITY: 'soon' }, 'TERCET_ADYEN_PAYOUT_PRIORITY'],
])('%j is refused, and the line does not repeat a secret', (environment, name) => {
  expect(() => paymentsOf(environment as Record<string, string>)).toThrow(name);
  expect(() => paymentsOf(environment as Record<string, string>)).not.toThrow(/short|no hex/);
});

import { beforeEach, expect, test, vi } from 'vitest';
import type { PaymentsChoice } from '../config/payments.ts';
import type { House } from '../house/house.ts';
import { openProvider } from './wallet.ts';

const loaded = vi.hoisted(() => ({ adyen: 0 }));

vi.mock('../adapters/payment/adyen.ts', async (original) => {
  loaded.adyen += 1;
  return original();
});

const SANDBOX: PaymentsChoice = { kind: 'sandbox', url: 'http://127.0.0.1:3015', secret: 's'.repeat(32) };
const ADYEN: PaymentsChoice = {
  kind: 'adyen',
  environment: 'live',
  merchantAccount: 'ClubECOM',
  apiKey: 'a',
  payoutApiKey: 'b',
  hmacKey: 'ab'.repeat(32),
  payoutHmacKey: 'cd'.repeat(32),
  balanceAccount: 'BA1',
  payoutPriority: 'regular',
  livePrefix: 'prefix',
};

function house(mode: House['mode']): House {
  const currency = mode === 'play' ? 'PLAY' : 'EUR';
  const words = { name: 'Tercet', origin: 'tercet.example/book', locale: 'en', supportHours: '24/7' };
  return { ...words, mode, currency, exponent: 2, startingCredits: 0n };
}

beforeEach(() => {
  loaded.adyen = 0;
  vi.resetModules();
});

test('a house for play credits takes the sandbox or nobody', async () => {
  expect(await openProvider({ payments: { kind: 'none' } }, house('play'))).toBe(null);
  const provider = await openProvider({ payments: SANDBOX }, house('play'));
  expect(provider).toMatchObject({ name: 'sandbox', isReal: false, cardOrigin: 'http://127.0.0.1:3015' });
  expect(loaded.adyen).toBe(0);
});

test('a house for play credits refuses a provider that moves money, in one line, and does not load it', async () => {
  const failure = await openProvider({ payments: ADYEN }, house('play')).catch((error: Error) => error.message);
  expect(failure).toBe('this house plays for credits: TERCET_PAYMENTS=adyen moves real money and is not for it');
  expect(loaded.adyen).toBe(0);
});

test('a live house takes a provider that moves money', async () => {
  expect(await openProvider({ payments: ADYEN }, house('live'))).toMatchObject({ name: 'adyen', isReal: true });
  expect(loaded.adyen).toBe(1);
});

test.each([
  ['none', { kind: 'none' } as PaymentsChoice],
  ['the sandbox', SANDBOX],
  ['Adyen’s test', { ...ADYEN, environment: 'test', livePrefix: null } as PaymentsChoice],
])('a live house refuses %s in one line', async (_name, payments) => {
  const failure = await openProvider({ payments }, house('live')).catch((error: Error) => error.message);
  expect(failure).toMatch(/^a live house needs a real payment provider: [^\n]+$/);
  expect(loaded.adyen).toBe(0);
});

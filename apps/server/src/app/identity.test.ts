import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { openIdentityProvider } from './identity.ts';

const NEEDED = { TERCET_OWNER_URL: 'postgres://o@h/d', TERCET_APP_URL: 'postgres://a@h/d', TERCET_KEYS: '/keys' };
const SANDBOX = {
  TERCET_IDENTITY: 'sandbox',
  TERCET_SANDBOX_URL: 'http://127.0.0.1:3015/',
  TERCET_SANDBOX_SECRET: 's'.repeat(32),
};
const VERIFF = { TERCET_IDENTITY: 'veriff', TERCET_VERIFF_API_KEY: 'key', TERCET_VERIFF_SECRET: 'shared secret' };

const configOf = (environment: Record<string, string | undefined>) => readConfig({ ...NEEDED, ...environment });

test('nobody looks at documents unless it is chosen', () => {
  expect(configOf({}).identity).toEqual({ provider: 'none' });
  expect(configOf({ ...SANDBOX, ...VERIFF, TERCET_IDENTITY: undefined }).identity).toEqual({ provider: 'none' });
});

test('each provider has what it needs, and what is missing is named without repeating a secret', () => {
  const { TERCET_SANDBOX_SECRET: secret } = SANDBOX;
  expect(configOf(SANDBOX).identity).toEqual({ provider: 'sandbox', url: 'http://127.0.0.1:3015', secret });
  expect(configOf(VERIFF).identity).toEqual({
    provider: 'veriff',
    url: 'https://stationapi.veriff.com',
    apiKey: 'key',
    secret: 'shared secret',
  });
  for (const name of ['TERCET_VERIFF_API_KEY', 'TERCET_VERIFF_SECRET']) {
    expect(() => configOf({ ...VERIFF, [name]: undefined })).toThrow(`TERCET_IDENTITY=veriff needs ${name}`);
  }
  for (const url of [
    'http://stationapi.veriff.com',
    'https://sandbox.club.example',
    'https://veriff.com.club.example',
  ]) {
    expect(() => configOf({ ...VERIFF, TERCET_VERIFF_URL: url }), url).toThrow('TERCET_VERIFF_URL');
  }
});

test('whom a live house lets in: of 18 years at the least, by countries of two letters', () => {
  expect(configOf({}).admission).toEqual({ ageMin: null, countries: [] });
  expect(configOf({ TERCET_AGE_MIN: '21', TERCET_COUNTRIES: 'mn, DE, MN' }).admission).toEqual({
    ageMin: 21,
    countries: ['MN', 'DE'],
  });
  expect(() => configOf({ TERCET_AGE_MIN: '17' })).toThrow('TERCET_AGE_MIN');
  expect(() => configOf({ TERCET_COUNTRIES: 'MN,Deutschland' })).toThrow('TERCET_COUNTRIES');
});

test('a play house takes no real provider, and a live house none that pretends, nor none at all', async () => {
  const open = (mode: 'play' | 'live', environment: Record<string, string>) =>
    openIdentityProvider(configOf(environment), { mode });
  expect((await open('play', SANDBOX))?.isReal).toBe(false);
  expect(await open('play', {})).toBeNull();
  await expect(open('play', VERIFF)).rejects.toThrow('TERCET_IDENTITY=veriff is not for it');
  expect((await open('live', VERIFF))?.isReal).toBe(true);
  await expect(open('live', SANDBOX)).rejects.toThrow('needs a real identity provider');
  await expect(open('live', {})).rejects.toThrow('needs a real identity provider');
});

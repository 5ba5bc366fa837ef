import { NOTE_COSIGNATURE, NOTE_ED25519, verifierKeyOf } from '@tercet/fair';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const NEEDED = { TERCET_OWNER_URL: 'postgres://o@h/d', TERCET_APP_URL: 'postgres://a@h/d', TERCET_KEYS: '/keys' };
const KEY = verifierKeyOf('w1.example/=a', NOTE_COSIGNATURE, '11'.repeat(32));
const OTHER = verifierKeyOf('w2.example', NOTE_COSIGNATURE, '22'.repeat(32));
const LOG_KEY = verifierKeyOf('w3.example', NOTE_ED25519, '33'.repeat(32));

test('witnesses are read as pairs of key and URL', () => {
  expect(readConfig(NEEDED).witnesses).toEqual([]);
  const text = `${KEY}=https://w1.example/tlog/, ${OTHER}=http://127.0.0.1:7000`;
  expect(readConfig({ ...NEEDED, TERCET_WITNESSES: text }).witnesses).toEqual([
    { vkey: KEY, url: 'https://w1.example/tlog' },
    { vkey: OTHER, url: 'http://127.0.0.1:7000' },
  ]);
});

test.each([
  'nonsense',
  `${KEY}`,
  `${KEY}=nowhere`,
  `${LOG_KEY}=https://w3.example`,
  'w1+00000000+AAAA=https://w1.example',
])('and %s is refused with what is wrong', (text) => {
  expect(() => readConfig({ ...NEEDED, TERCET_WITNESSES: text })).toThrow('TERCET_WITNESSES');
});

test('push services of others are hosts, and somebody is named to write to', () => {
  expect(readConfig(NEEDED).push).toEqual({ moreHosts: [], subject: 'mailto:push@tercet.example' });
  const reported = { TERCET_PUSH_HOSTS: ' push.example, localhost:4443,', TERCET_PUSH_SUBJECT: 'https://club.example' };
  expect(readConfig({ ...NEEDED, ...reported }).push).toEqual({
    moreHosts: ['push.example', 'localhost:4443'],
    subject: 'https://club.example',
  });
  expect(() => readConfig({ ...NEEDED, TERCET_PUSH_SUBJECT: 'me' })).toThrow('TERCET_PUSH_SUBJECT');
});

test('the book is stored nowhere, in a folder, or behind an address with a key', () => {
  expect(readConfig(NEEDED).bookStore).toBe(null);
  expect(readConfig({ ...NEEDED, TERCET_BOOK_STORE: '/srv/book' }).bookStore).toEqual({
    kind: 'disk',
    folder: '/srv/book',
  });
  const s3 = { ...NEEDED, TERCET_BOOK_STORE: 's3://books/club/main' };
  expect(() => readConfig(s3)).toThrow('TERCET_S3_ENDPOINT');
  const access = { TERCET_S3_ENDPOINT: 'https://s3.example', TERCET_S3_KEY_ID: 'id', TERCET_S3_SECRET: 'secret' };
  expect(readConfig({ ...s3, ...access }).bookStore).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example',
    region: 'us-east-1',
    bucket: 'books',
    prefix: 'club/main/',
    keyId: 'id',
    secret: 'secret',
  });
});

test.each([
  ['TERCET_COUNTRIES', 'Germany'],
  ['TERCET_COUNTRIES', 'DE,ZZ'],
  ['TERCET_AGE_MIN', '17'],
  ['TERCET_AGE_MIN', '18.5'],
  ['TERCET_IDENTITY', 'trust-us'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ ...NEEDED, [name]: value })).toThrow(`configuration: ${name}`);
});

test.each(['4', '61', '0', '-15', '7.5', 'never', ''])('staff idle for %j minutes are refused', (minutes) => {
  expect(() => readConfig({ ...NEEDED, TERCET_STAFF_IDLE_MINUTES: minutes })).toThrow('TERCET_STAFF_IDLE_MINUTES');
});

test.each(['4', '61', '0', '-15', '7.5', 'never', ''])('members idle for %j minutes are refused', (minutes) => {
  expect(() => readConfig({ ...NEEDED, TERCET_MEMBER_IDLE_MINUTES: minutes })).toThrow('TERCET_MEMBER_IDLE_MINUTES');
});

test.each([
  [undefined, 30],
  ['5', 5],
  ['60', 60],
])('money locks after the minutes that the house sets, by default 30: %j', (minutes, expected) => {
  const set = minutes === undefined ? {} : { TERCET_MEMBER_IDLE_MINUTES: minutes };
  expect(readConfig({ ...NEEDED, ...set }).memberIdleMs).toBe(expected * 60_000);
});

test.each([
  [undefined, 15],
  ['5', 5],
  ['60', 60],
])('staff sessions end after the minutes that the house sets, by default 15: %j', (minutes, expected) => {
  const set = minutes === undefined ? {} : { TERCET_STAFF_IDLE_MINUTES: minutes };
  expect(readConfig({ ...NEEDED, ...set }).staffIdleMs).toBe(expected * 60_000);
});

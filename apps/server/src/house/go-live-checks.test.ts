import { describe, expect, test } from 'vitest';
import {
  failedChecks,
  GO_LIVE_CHECKS,
  type LiveFacts,
  type RulingTable,
  refuseFailedChecks,
} from './go-live-checks.ts';

const KEYS = ['w1.one.example+1+a', 'w2.two.example/log+2+b', 'w3.three.example+3+c'];
const OPERATORS = ['One', 'Two', 'Three'];

const TABLE: RulingTable = { key: 'dice-60', firstPeriod: 7, beaconKind: 'quicknet', witnesses: KEYS, quorum: 2 };

const WELL: LiveFacts = {
  statements: {
    operator: { name: 'Club', address: 'There', contact: 'mailto:a@club.example' },
    licence: { number: '1', authority: 'A', link: 'https://a.example' },
    funds: { text: 'Apart.', link: null, rating: 'medium' },
    complaints: { name: 'B', link: 'https://b.example' },
    privacy: {
      officer: 'D. Officer',
      bases: 'Contract and law.',
      recipients: 'The payment provider.',
      transfers: 'None.',
      authority: { name: 'D', link: 'https://d.example' },
    },
    witnesses: KEYS.map((key, index) => ({ key, operator: OPERATORS[index] ?? '' })),
  },
  agreement: 'own',
  countries: ['DE'],
  ageMin: 18,
  identity: 'veriff',
  beacon: 'drand',
  tables: [TABLE],
  witnesses: KEYS.map((vkey, index) => ({ vkey, url: `https://host${index}.elsewhere${index}.example` })),
  payments: { kind: 'adyen', isReal: true },
  keys: [{ name: 'the book’s key', path: '/keys/book-key.pem', fault: null }],
  origins: ['https://club.example'],
  consoleOrigin: null,
  bookOrigin: 'club.example/book',
  hasPlayCredits: false,
};

function codesOf(change: Partial<LiveFacts>): string[] {
  return failedChecks({ ...WELL, ...change }).map(({ code }) => code);
}

test('a house that has everything lacks nothing', () => {
  expect(failedChecks(WELL)).toEqual([]);
  expect(() => refuseFailedChecks([])).not.toThrow();
});

test('each need says what, why and how, and none stands twice', () => {
  expect(new Set(GO_LIVE_CHECKS.map(({ code }) => code)).size).toBe(GO_LIVE_CHECKS.length);
  for (const { what, why, ask } of GO_LIVE_CHECKS) expect([what, why, ask].every((text) => text.length > 2)).toBe(true);
});

test('one line names every lack, with what is wrong', () => {
  const failed = failedChecks({ ...WELL, ageMin: 17, identity: 'sandbox', hasPlayCredits: true });
  expect(() => refuseFailedChecks(failed)).toThrow(
    /^go-live checks fail: fresh-house \(.*\); age \(minimum age: 17 is below 18\); identity \(.*verifies nobody\)\. .*$/,
  );
});

test('a statement on members’ money without its rating is none', () => {
  const statements = { ...WELL.statements, funds: { text: 'Apart.', link: null, rating: null } };
  expect(codesOf({ statements })).toEqual(['funds']);
});

test('a text that says that credits have no value is no agreement for real money', () => {
  expect(codesOf({ agreement: 'play' })).toEqual(['agreement']);
  expect(codesOf({ agreement: 'copy' })).toEqual(['agreement']);
});

test('the console’s own address is over TLS like the members’, and no witness stands there', () => {
  expect(codesOf({ consoleOrigin: 'https://desk.example' })).toEqual([]);
  for (const consoleOrigin of ['http://desk.example', 'https://desk.example?', 'https://DESK.example']) {
    expect(codesOf({ consoleOrigin })).toEqual(['tls']);
  }
  expect(codesOf({ consoleOrigin: 'https://host0.elsewhere0.example' })).toEqual(['witnesses']);
});

describe('of the tables that rule now or later', () => {
  test.each([
    ['a house-run beacon', { beaconKind: 'local' as const }, ['beacon']],
    ['a chain that nobody knows', { beaconKind: 'unknown' as const }, ['beacon']],
    ['no witness', { witnesses: [], quorum: 0 }, ['witnesses']],
    ['two witnesses', { witnesses: KEYS.slice(0, 2) }, ['witnesses']],
    ['one who is not reached', { witnesses: [...KEYS, 'w4.four.example+4+d'], quorum: 3 }, ['witnesses']],
    ['a quorum of half', { quorum: 1 }, ['witnesses']],
  ])('one with %s is enough to keep it closed', (_what, change, lacking) => {
    expect(codesOf({ tables: [TABLE, { ...TABLE, ...change }] })).toEqual(lacking);
  });

  test('one that names a witness of the house’s own beside three others, too', () => {
    const own = { vkey: 'witness.club.example+5+e', url: 'https://other.example' };
    const statements = {
      ...WELL.statements,
      witnesses: [...WELL.statements.witnesses, { key: own.vkey, operator: 'Somebody' }],
    };
    const known = { statements, witnesses: [...WELL.witnesses, own] };
    expect(codesOf(known)).toEqual([]);
    expect(codesOf({ ...known, tables: [{ ...TABLE, witnesses: [...KEYS, own.vkey], quorum: 3 }] })).toEqual([
      'witnesses',
    ]);
  });

  test('none is needed: a house opens before its first table, which its witnesses have to see', () => {
    expect(codesOf({ tables: [] })).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import english from '../../locales/en.json';
import { lookOf, placeOf } from './message-kinds.ts';

const SERVER = join(import.meta.dirname, '../../../../server/src');

/**
 * All message kinds of the server: those of money by their type, those of the account from the files that send them.
 */
function kindsOfServer(): string[] {
  const money = readFileSync(join(SERVER, 'payments/notifications.ts'), 'utf8').match(/'[a-z]+(-[a-z]+)+'/g) ?? [];
  const account = ['decisions', 'members', 'http/console', 'jobs'].flatMap((folder) =>
    readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(SERVER, folder, name), 'utf8'))
      .filter((text) => text.includes('notifyMember('))
      .flatMap(
        (text) =>
          text.match(
            /'(finance-password|login-password|real-name|complaint|purchase|balance|desk|host-report|recovery|password)-[a-z-]+'/g,
          ) ?? [],
      ),
  );
  return [...new Set([...money, ...account].map((quoted) => quoted.slice(1, -1)))].filter(isKind);
}

/** Codes of refusals and acts in the same files. */
const NO_KINDS = [
  ...['finance-password-first', 'finance-password-wrong', 'finance-password-weak', 'real-name'],
  ...['balance-too-small', 'complaint-read', 'purchase-refund', 'purchase-refund-proposed'],
  ...['host-report-read', 'host-report-picture-read', 'recovery-not-ready', 'recovery-closed'],
];

function isKind(name: string): boolean {
  return !NO_KINDS.includes(name);
}

describe('the kinds of messages', () => {
  const kinds = kindsOfServer();

  it('all have words', () => {
    expect(kinds.length).toBeGreaterThan(15);
    expect(kinds).toContain('balance-corrected');
    expect(kinds.filter((kind) => !(kind in english.messages.kind))).toEqual([]);
  });

  it('link to their subject', () => {
    expect(placeOf({ kind: 'withdrawal-paid', params: { withdrawalId: 'w' } })).toBe('/WithdrawRecord?id=w');
    expect(placeOf({ kind: 'top-up-credited', params: { topUpId: 't' } })).toBe('/Recharge?topUp=t');
    expect(placeOf({ kind: 'complaint-answered', params: { slipId: 's' } })).toBe('/GameRecord?id=s');
    expect(placeOf({ kind: 'desk-answered', params: { threadId: 't' } })).toBe('/ServicePage?id=t');
    expect(placeOf({ kind: 'balance-corrected', params: { correctionId: 'c' } })).toBe('/Account');
    expect(placeOf({ kind: 'host-report-decided', params: { reportId: 'r' } })).toBe('/HostReports');
    expect(placeOf({ kind: 'limit-by-staff', params: {} })).toBe('/Limits');
    expect(placeOf({ kind: 'limit-suggested', params: {} })).toBe('/MyData');
    expect(placeOf({ kind: 'play-tools', params: {} })).toBe('/MyData');
    expect(placeOf({ kind: 'legal-hold-set', params: {} })).toBe('/WithdrawRecord');
    expect(placeOf({ kind: 'finance-password-changed', params: {} })).toBe('/SetPayPassword');
    expect(placeOf({ kind: 'login-password-changed', params: {} })).toBe('/SetLoginPassword');
    expect(placeOf({ kind: 'recovery-requested', params: { readyAtMs: 1 } })).toBe('/Sessions');
    expect(placeOf({ kind: 'recovery-codes-renewed', params: {} })).toBe('/SetLoginPassword');
    expect(placeOf({ kind: 'recovery-approved', params: { readyAtMs: 1 } })).toBe('/Sessions');
    expect(placeOf({ kind: 'password-recovered', params: {} })).toBe('/SetLoginPassword');
    for (const kind of kinds) expect([kind, lookOf({ kind, params: {} })]).not.toContain('news');
  });

  it('of a newer server are news without a link', () => {
    expect(lookOf({ kind: 'moon-landed', params: {} })).toBe('news');
    expect(placeOf({ kind: 'moon-landed', params: {} })).toBeNull();
  });
});

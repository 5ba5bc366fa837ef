import { describe, expect, it } from 'vitest';
import english from '../locales/en.json';
import { notificationOf } from './notification.ts';

describe('a notification', () => {
  it('states the event, in the language of the phone', () => {
    const notification = notificationOf({ kind: 'withdrawal-paid', id: 'm1' }, 'en');
    expect(notification).toMatchObject({
      title: english.pushed.paid,
      body: english.pushed.body,
      lang: 'en',
      tag: 'm1',
    });
  });

  it('is never empty, whatever the message and the language', () => {
    for (const kind of [...Object.keys(english.messages.kind), 'moon-landed', '', 'toString']) {
      expect([kind, notificationOf({ kind }, 'en').title]).not.toContain(undefined);
    }
    expect(notificationOf({ kind: 'moon-landed' }, 'en').title).toBe(english.pushed.news);
    expect(notificationOf({ kind: 'payee-bound' }, 'xx').lang).toBe('en');
    expect(notificationOf({ kind: 'payee-bound' }, null).title).toBe(english.pushed.payee);
  });

  it('of a request for a new password is about the login password', () => {
    for (const kind of ['recovery-requested', 'recovery-approved', 'password-recovered']) {
      expect(notificationOf({ kind }, 'en').title).toBe(english.pushed.loginPassword);
    }
  });

  it('contains no amount', () => {
    for (const words of Object.values(english.pushed)) expect(words).not.toMatch(/[\d{}]/);
  });
});

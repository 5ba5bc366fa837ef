import { describe, expect, test } from 'vitest';
import { CALLED_HOSTS, policyDirectives } from './called-hosts.ts';

describe('the content security policy', () => {
  test('allows the origins of the table, each in its own directives', () => {
    const origins = {
      witnesses: ['https://w.example'],
      beacon: ['https://b.example'],
      card: ['https://pay.example'],
      service: ['https://pay.example'],
    };
    const policy = policyDirectives('member', origins);
    expect(policy['connect-src']).toEqual(["'self'", 'https://w.example', 'https://b.example']);
    expect(policy['frame-src']).toEqual(['https://pay.example']);
    expect(policy['script-src']).toEqual(["'self'"]);
  });

  test('gives the console nothing but the club', () => {
    const policy = policyDirectives('console', { witnesses: ['https://w.example'], card: ['https://pay.example'] });
    expect(policy['connect-src']).toEqual(["'self'"]);
    expect(policy).not.toHaveProperty('frame-src');
  });

  test('never opens code, styles or frames around it to anyone', () => {
    for (const app of ['member', 'console'] as const) {
      expect(policyDirectives(app, {})).toMatchObject({
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
      });
    }
    for (const { use, directives } of CALLED_HOSTS) {
      if (use !== 'club') expect(directives.filter((name) => /script|style|default|worker/.test(name))).toEqual([]);
    }
  });
});

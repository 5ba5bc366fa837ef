import { expect, test } from 'vitest';
import { gradeOf, observatoryScore, type Visit } from '../tests/machines/observatory.ts';

// The grader that `npm run test:pooled` uses on a club behind nginx.

const GOOD: Visit = {
  headers: {
    'content-security-policy':
      "default-src 'self'; script-src 'self'; object-src 'none'; frame-ancestors 'none'; form-action 'self'",
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  },
  html: '<!doctype html><script src="/theme.js"></script>',
  cookies: ['__Host-tercet=x; Path=/; HttpOnly; Secure; SameSite=Lax'],
  plain: { status: 308, location: 'https://club.example/Home' },
  secureUrl: 'https://club.example',
};

test('a good site has the bonuses of five tests', () => {
  expect(observatoryScore(GOOD)).toMatchObject({ score: 130, grade: 'A+' });
});

test.each<[string, Partial<Visit>, number]>([
  ['no policy', { headers: { ...GOOD.headers, 'content-security-policy': undefined } }, 75],
  ['inline scripts', { headers: { ...GOOD.headers, 'content-security-policy': "script-src 'unsafe-inline'" } }, 80],
  ['no HSTS', { headers: { ...GOOD.headers, 'strict-transport-security': undefined } }, 80],
  ['a short HSTS', { headers: { ...GOOD.headers, 'strict-transport-security': 'max-age=60' } }, 120],
  ['no nosniff', { headers: { ...GOOD.headers, 'x-content-type-options': undefined } }, 125],
  ['a script of another origin', { html: '<script src="https://cdn.example/a.js"></script>' }, 50],
  ['a script of another origin without scheme', { html: '<script src="//cdn.example/a.js"></script>' }, 50],
  ['a cookie that scripts read', { cookies: ['a=b; Secure; SameSite=Lax'] }, 70],
  ['a cookie without TLS', { cookies: ['a=b; HttpOnly; SameSite=Lax'] }, 60],
  ['no redirection', { plain: { status: 200, location: '' } }, 80],
  ['a redirection elsewhere', { plain: { status: 301, location: 'https://other.example/' } }, 80],
])('%s costs points', (_, wrong, score) => {
  expect(observatoryScore({ ...GOOD, ...wrong }).score).toBe(score);
});

test.each([
  [130, 'A+'],
  [100, 'A+'],
  [95, 'A'],
  [85, 'A-'],
  [70, 'B'],
  [50, 'C'],
  [25, 'D-'],
  [20, 'F'],
  [0, 'F'],
])('%i points are %s', (score, grade) => {
  expect(gradeOf(score)).toBe(grade);
});

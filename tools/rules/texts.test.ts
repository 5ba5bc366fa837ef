import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const APPS = join(import.meta.dirname, '../../apps');

/** Every text that an app can show, with its place. */
function textsOf(part: unknown, place = ''): [string, string][] {
  if (typeof part === 'string') return [[place, part]];
  return Object.entries(part as object).flatMap(([name, value]) => textsOf(value, place ? `${place}.${name}` : name));
}

function textsWith(pattern: RegExp): [string, string][] {
  const texts = ['member', 'console'].flatMap((app) => {
    const parsed = textsOf(JSON.parse(readFileSync(join(APPS, app, 'src/locales/en.json'), 'utf8')), app);
    expect(parsed.length).toBeGreaterThan(100);
    return parsed;
  });
  return texts.filter(([, text]) => pattern.test(text));
}

test('no text urges', () => {
  const urging = /\b(hurry|last chance|don['’]t miss|act now|only \S+ (left|remaining)|ends soon|be quick)\b/i;
  expect(textsWith(urging)).toEqual([]);
});

test('no text tempts with streaks and near misses', () => {
  const tempting = /\b(streak|so close|near miss|almost won|due to win|hot number|cold number)\b/i;
  expect(textsWith(tempting)).toEqual([]);
});

test('no text recommends a bet', () => {
  expect(textsWith(/\b(you should bet|we recommend|recommended bet|sure win|guaranteed)\b/i)).toEqual([]);
});

test('no text promises for recruiting', () => {
  const promising = /\b(bonus|commission|refer a friend|earn by inviting|turnover|cashback|vip)\b/i;
  expect(textsWith(promising)).toEqual([]);
});

test('no text celebrates', () => {
  expect(textsWith(/\b(congratulations|jackpot|big win|you['’]re a winner)\b/i)).toEqual([]);
});

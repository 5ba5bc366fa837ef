import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../apps/member/src');

interface Source {
  path: string;
  text: string;
}

/** Every page and style of the member app, without comments. */
const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.|\.d\.ts$/.test(path))
  .map((path) => ({
    path,
    text: readFileSync(join(SRC, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  }));

function pathsWith(pattern: RegExp): string[] {
  expect(sources.length).toBeGreaterThan(300);
  return sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort();
}

test('no box starts ticked', () => {
  expect(pathsWith(/\bdefaultChecked\b|\bchecked(=\{true\}|=["'])|\schecked\s*(\/?>|\n)/)).toEqual([]);
  // Each checkbox has a state, which starts unchecked.
  const boxes = pathsWith(/<Checkbox\b|type="checkbox"/);
  expect(boxes).toEqual([
    'features/forms/consent-boxes.tsx',
    'features/recovery/recovery-codes.tsx',
    'screens/host/consent.tsx',
    'screens/limits/breaks/final-confirmation.tsx',
    'ui/checkbox/checkbox.tsx',
  ]);
  const textOf = (path: string) => sources.find((source) => source.path === path)?.text;
  expect(textOf('features/forms/consent-boxes.tsx')).toContain('{ terms: false, rules: false, privacy: false }');
  expect(textOf('screens/limits/breaks/final-confirmation.tsx')).toContain('[payOut, setPayOut] = useState(false)');
  expect(textOf('features/recovery/recovery-codes.tsx')).toContain('[confirmed, setConfirmed] = useState(false)');
});

test('only the period clock counts down', () => {
  expect(pathsWith(/role=["'{]+timer/)).toEqual(['screens/lottery/period/period-card.tsx']);
  // Running digits, and the seconds of a period that drive them.
  expect(pathsWith(/\bclockText\(/)).toEqual(['features/lotteries/countdown.tsx', 'ui/countdown/clock-text.ts']);
  expect(pathsWith(/<LotteryDigits\b/)).toEqual([
    'features/lotteries/lottery-dial.tsx',
    'screens/lottery/period/period-card.tsx',
  ]);
  // One timer ticks each second. No other timer repeats.
  expect(pathsWith(/\bsetTimeout\(tick\b/)).toEqual(['features/live/now.ts']);
  expect(pathsWith(/\bsetInterval\(/)).toEqual([]);
});

test('nothing moves without end', () => {
  expect(pathsWith(/\binfinite\b|animation-iteration-count|iterations:|<marquee|\bautoPlay\b/)).toEqual([]);
});

test('a slip is sent by the key that confirms it alone', () => {
  expect(pathsWith(/\bplaceSlip\b/)).toEqual(['api/lottery/slips.ts', 'screens/lottery/placing/use-placing.ts']);
  // The only automatic call there asks for the outcome of a slip and sends none.
  const placing = sources.find(({ path }) => path === 'screens/lottery/placing/use-placing.ts')?.text ?? '';
  const byThemselves = placing.match(/useEffect\(\(\) => \{[\s\S]*?\n {2}\}/g) ?? [];
  expect(byThemselves).toHaveLength(1);
  expect(byThemselves.join()).not.toMatch(/placeSlip|\b(re)?send\b/i);
  expect(placing).not.toMatch(/\bset(Timeout|Interval)\b/);
});

import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { growth } from '../../tests/kit/growth.ts';
import { NASTY, nearMatch } from '../../tests/kit/nasty.ts';
import { hasCardNumber } from './card-numbers.ts';
import { COMBINATIONS, DENIED, hasLongNumber } from './lexicon.ts';
import { isMalformedText } from './malformed-text.ts';
import { leadsMoneyOut } from './money-words.ts';
import { RULES } from './rules.ts';
import { faultOfStaffWords } from './staff-words.ts';
import { plainOf, viewsOf } from './text-views.ts';

// The word rules run in time linear in the text's length, whatever it contains. That follows from the form of the
// patterns, which the first tests check. It is also measured in CPU time, which a busy machine does not change.

const ALL_RULES = Object.values(RULES).flat();
const PATTERNS = new Map<string, RegExp>(
  [
    ...ALL_RULES.flatMap(({ is, not, anywhere }) => [is, anywhere, ...(not ? [not] : [])]),
    ...COMBINATIONS.flatMap(({ all }) => all),
    DENIED,
  ].map((pattern) => [`${pattern.source} ${pattern.flags}`, pattern]),
);

/** How many patterns `npm test` times. */
const PATTERNS_TIMED = 20;

/** Maximum number of characters that a pattern reads from one position: the longest match and its lookarounds. */
function widthOf(node: AST.Node): number {
  switch (node.type) {
    case 'RegExpLiteral':
      return widthOf(node.pattern);
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return Math.max(...node.alternatives.map(widthOf));
    case 'Assertion':
      return 'alternatives' in node ? Math.max(...node.alternatives.map(widthOf)) : 1;
    case 'Alternative':
      return node.elements.reduce((sum, element) => sum + widthOf(element), 0);
    case 'Quantifier':
      return node.max * widthOf(node.element);
    case 'Backreference':
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}

describe('every rule for words', () => {
  test('is here: there are more than a hundred', () => {
    expect(ALL_RULES.length).toBeGreaterThan(90);
    expect(PATTERNS.size).toBeGreaterThan(250);
  });

  test('looks at a bounded number of characters from each place', () => {
    const wide = [...PATTERNS.values()]
      .map(
        (pattern) => [widthOf(new RegExpParser().parseLiteral(String(pattern))), pattern.source.slice(0, 60)] as const,
      )
      .filter(([width]) => width > 320);
    expect(wide).toEqual([]);
  });

  test('would be found to look further, if it did', () => {
    const width = (pattern: RegExp) => widthOf(new RegExpParser().parseLiteral(String(pattern)));
    expect(width(/a(?:bc?){2,3}(?=d)/)).toBe(8);
    for (const open of [/a+/, /(?:a|b)*c/, /a{3,}/, /(?<=a*)b/, /(a)\1/]) expect(width(open)).toBe(Infinity);
  });
});

describe('the time of the rules for words', () => {
  test('grows with the length of the text, pattern by pattern', () => {
    const slow = sampleOf([...PATTERNS.values()], PATTERNS_TIMED).flatMap((pattern) => {
      const message = growth((text) => text.search(pattern), [nearMatch(pattern)]);
      return message === null ? [] : [`${pattern.source.slice(0, 80)}: ${message}`];
    });
    expect(slow).toEqual([]);
  }, 120_000);

  test.each<[string, (text: string) => unknown]>([
    ['card numbers', hasCardNumber],
    ['accounts and addresses', leadsMoneyOut],
    ['long numbers', hasLongNumber],
    ['odd signs', isMalformedText],
  ])(
    'grows with the length of the text: %s',
    (_, rule) => {
      // A text with piled-up marks is refused before any other rule sees it.
      expect(
        growth((text) => void (rule === isMalformedText || !isMalformedText(text) ? rule(text) : null)),
      ).toBeNull();
    },
    60_000,
  );

  test('grows with the length of the text: the ways in which a text is read', () => {
    expect(growth((text) => void (isMalformedText(text) ? null : [...viewsOf(plainOf(text))]))).toBeNull();
  }, 60_000);

  test('would be found to grow faster, if it did', () => {
    expect(growth((text) => text.search(/\s+:/))).not.toBeNull();
  }, 60_000);
});

describe('a long text', () => {
  const texts = Object.entries(NASTY).filter(([, make]) => !isMalformedText(make(100)));

  test.each(texts)(
    'is judged whole without holding the process: %s',
    async (_, make) => {
      const text = make(4_000);
      await faultOfStaffWords(text);
      let longest = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 3 && longest > 30; attempt++) {
        let isDone = false;
        let held = 0;
        const judged = faultOfStaffWords(text, [text, text, text]).then(() => {
          isDone = true;
        });
        let before = process.threadCpuUsage();
        while (!isDone) {
          await new Promise<void>((resolve) => {
            setImmediate(resolve);
          });
          const { user, system } = process.threadCpuUsage(before);
          held = Math.max(held, (user + system) / 1_000);
          before = process.threadCpuUsage();
        }
        await judged;
        longest = Math.min(longest, held);
      }
      expect(longest).toBeLessThan(30);
    },
    30_000,
  );
});

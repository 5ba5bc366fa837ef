import { describe, expect, test } from 'vitest';
import { chapterLines, readChapters } from './chapter-lines.ts';

describe('the chapters of a film', () => {
  test('are typed one a line, and shown in the same form', () => {
    const lines = '0:00 Low water\n12:05 The harbour: a walk\n1:02:03 High water';
    const chapters = [
      { atMs: 0, title: 'Low water' },
      { atMs: 725_000, title: 'The harbour: a walk' },
      { atMs: 3_723_000, title: 'High water' },
    ];
    expect(readChapters(lines)).toEqual(chapters);
    expect(chapterLines(chapters)).toBe(lines);
    expect(readChapters('\n  0:00   Low water  \r\n\n75:00 Late\n')).toEqual([
      { atMs: 0, title: 'Low water' },
      { atMs: 4_500_000, title: 'Late' },
    ]);
    expect(readChapters(' \n ')).toEqual([]);
    expect(chapterLines([])).toBe('');
  });

  test.each([
    ['a line without a start', 'Low water'],
    ['a line without a title', '0:00 '],
    ['a start that is no time', '0:75 Low water'],
    ['a start in seconds alone', '75 Low water'],
    ['two chapters at the same time', '0:05 a\n0:05 b'],
    ['chapters out of order', '0:05 a\n0:04 b'],
    ['a title that is too long', `0:05 ${'x'.repeat(81)}`],
    ['too many', Array.from({ length: 51 }, (_, n) => `${n}:00 x`).join('\n')],
  ])('with %s are not sent', (_, lines) => expect(readChapters(lines)).toBeNull());
});

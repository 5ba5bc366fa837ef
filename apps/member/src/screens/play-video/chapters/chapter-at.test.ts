import { describe, expect, it } from 'vitest';
import { chapterAt, marksOf } from './chapter-at.ts';

const chapters = [
  { atMs: 1_000, title: 'a' },
  { atMs: 5_000, title: 'b' },
];

describe('the chapters of a film', () => {
  it('each last until the next one starts', () => {
    expect(chapterAt(chapters, 999)).toBeNull();
    expect(chapterAt(chapters, 1_000)?.title).toBe('a');
    expect(chapterAt(chapters, 4_999)?.title).toBe('a');
    expect(chapterAt(chapters, 99_000)?.title).toBe('b');
    expect(chapterAt([], 0)).toBeNull();
  });

  it('are marked where they start, except at the very beginning and behind the end of a preview', () => {
    expect(marksOf([{ atMs: 0, title: 'x' }, ...chapters], 10_000)).toEqual([0.1, 0.5]);
    expect(marksOf(chapters, 5_000)).toEqual([0.2]);
  });
});

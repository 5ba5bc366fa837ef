import { describe, expect, it } from 'vitest';
import { pickNext, watchedOf, withWatched } from './pick-next.ts';

const films = ['a', 'b', 'c'].map((id) => ({ id }));

describe('the next film', () => {
  it('is the first related one that was not watched just before', () => {
    expect(pickNext(films, [])).toEqual({ id: 'a' });
    expect(pickNext(films, ['a', 'x'])).toEqual({ id: 'b' });
    expect(pickNext(films, ['c', 'b', 'a'])).toBeNull();
    expect(pickNext([], [])).toBeNull();
  });

  it('knows the films watched before it, each once, and not without end', () => {
    expect(withWatched(['a', 'b'], 'a')).toEqual(['b', 'a']);
    const many = Array.from({ length: 90 }, (_, n) => String(n));
    expect(withWatched(many, 'z')).toHaveLength(50);
    expect(withWatched(many, 'z').at(-1)).toBe('z');
  });

  it('takes nothing else from the state of the history', () => {
    for (const state of [null, undefined, 'x', {}, { watched: 'a' }]) expect(watchedOf(state)).toEqual([]);
    expect(watchedOf({ watched: ['a', 1, 'b'] })).toEqual(['a', 'b']);
  });
});

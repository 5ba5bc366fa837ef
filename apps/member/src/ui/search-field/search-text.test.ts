import { describe, expect, it } from 'vitest';
import { searchText } from './search-text.ts';

describe('the search text', () => {
  it.each([
    [null, ''],
    ['', ''],
    ['  sea  lights ', 'sea lights'],
    ['\u0000', ''],
    ['sea\u0000lights', 'sea lights'],
    ['sea\tlights\n', 'sea lights'],
    ['\u202asea\u202c', 'sea'],
    ['s\u200bea', 'sea'],
    ['\ud800sea', 'sea'],
    ['\ufffd\ufffd', ''],
    ['море', 'море'],
    ['🎲', '🎲'],
    ['x'.repeat(3000), 'x'.repeat(60)],
    [`${'x'.repeat(59)}🎲`, 'x'.repeat(59)],
  ])('%j is %j', (text, searched) => {
    expect(searchText(text)).toBe(searched);
  });
});

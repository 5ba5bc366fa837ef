import { describe, expect, test } from 'vitest';
import { createExportLimits } from './export-limits.ts';

describe('files of a member', () => {
  test('are limited per minute, and only the member’s own count', () => {
    let nowMs = 1_000;
    const limits = createExportLimits({ filesMax: 2, nowMs: () => nowMs });
    limits.count('one');
    nowMs += 20_000;
    limits.count('one');
    expect(() => limits.count('one')).toThrow(
      expect.objectContaining({ code: 'throttled', params: { retryAfterSeconds: 40 } }),
    );
    limits.count('two');
    nowMs += 40_000;
    limits.count('one');
  });

  test('are counted in bounded memory', () => {
    let nowMs = 0;
    const limits = createExportLimits({ filesMax: 1, nowMs: () => nowMs });
    for (let member = 0; member < 10_000; member++) limits.count(String(member));
    nowMs = 60_000;
    limits.count('0');
    expect(() => limits.count('0')).toThrow('throttled');
  });
});

describe('downloads', () => {
  test('are one a member and few at once', () => {
    const limits = createExportLimits({ downloadsMax: 2, nowMs: () => 0 });
    const leave = limits.enter('one');
    expect(() => limits.enter('one')).toThrow('busy');
    limits.enter('two');
    expect(() => limits.enter('three')).toThrow('busy');
    leave();
    leave();
    limits.enter('three');
    expect(() => limits.enter('one')).toThrow('busy');
  });
});

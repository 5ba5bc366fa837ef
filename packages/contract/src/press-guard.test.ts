import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardPresses } from './press-guard.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function shown(place: () => string | null = () => 'here') {
  const onArmed = vi.fn();
  return { guard: guardPresses({ place, onArmed }), onArmed };
}

describe('the second tap on a button that spends', () => {
  it.each([0, 50, 150, 270, 300, 370, 450])('is ignored %i ms after the button appeared', (ms) => {
    const { guard } = shown();
    vi.advanceTimersByTime(ms);
    guard.pointerDown();
    expect(guard.accepts(1)).toBe(false);
  });

  it.each([700, 1000, 60_000])('is a tap of its own %i ms after', (ms) => {
    const { guard, onArmed } = shown();
    vi.advanceTimersByTime(ms);
    guard.pointerDown();
    expect(guard.accepts(1)).toBe(true);
    expect(onArmed).toHaveBeenCalledTimes(1);
  });

  it('is ignored while the button moves, however long that takes', () => {
    let top = 0;
    const { guard } = shown(() => String(top < 20 ? ++top : top));
    vi.advanceTimersByTime(2000);
    guard.pointerDown();
    expect(guard.accepts(1)).toBe(false);
    vi.advanceTimersByTime(700);
    guard.pointerDown();
    expect(guard.accepts(1)).toBe(true);
  });

  it('is ignored while the button cannot be seen', () => {
    const { guard } = shown(() => null);
    vi.advanceTimersByTime(5000);
    expect(guard.accepts(1)).toBe(false);
  });

  it('is ignored when the finger went down before and is lifted after', () => {
    const { guard } = shown();
    vi.advanceTimersByTime(300);
    guard.pointerDown();
    vi.advanceTimersByTime(2000);
    expect(guard.accepts(1)).toBe(false);
  });
});

describe('keys on a button that spends', () => {
  const afterArming = [
    { keys: [] as boolean[], taken: true, name: 'assistive technology without keys' },
    { keys: [false], taken: true, name: 'a key pressed anew' },
    { keys: [true], taken: false, name: 'a held key that repeats' },
    { keys: [true, true, false], taken: true, name: 'a key let go and pressed anew' },
  ];
  it.each(afterArming)('$name: $taken', ({ keys, taken }) => {
    const { guard } = shown();
    vi.advanceTimersByTime(1000);
    for (const repeat of keys) guard.keyDown(repeat);
    expect(guard.accepts(0)).toBe(taken);
  });

  it('ignores a key that went down before the button was still', () => {
    const { guard } = shown();
    guard.keyDown(false);
    vi.advanceTimersByTime(1000);
    expect(guard.accepts(0)).toBe(false);
  });

  it('ignores the click of a form sent at once', () => {
    expect(shown().guard.accepts(0)).toBe(false);
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFundsReader } from '../../src/payments/provider/funds.ts';
import { type FakeProvider, fakeProvider } from '../kit/provider.ts';

const MONEY = { currency: 'PLAY', exponent: 2 };

let provider: FakeProvider;
beforeEach(() => {
  provider = fakeProvider();
  provider.holds = { amount: 123_456n, atMs: 7 };
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what the provider holds', () => {
  test('is what it says, and when it said so', async () => {
    expect(await createFundsReader({ provider, money: MONEY })()).toEqual({
      state: 'known',
      amount: 123_456n,
      atMs: 7,
    });
  });

  test('is nothing to be known in a house without one', async () => {
    expect(await createFundsReader({ provider: null, money: MONEY })()).toEqual({ state: 'none' });
  });

  test('is unknown where it fails, and asked for again the next time', async () => {
    const read = createFundsReader({ provider, money: MONEY });
    provider.fault = () => {
      throw new Error('out of order');
    };
    expect(await read()).toEqual({ state: 'unknown' });
    provider.fault = null;
    expect(await read()).toMatchObject({ state: 'known' });
  });

  test('is waited for two seconds; however many wait for one that hangs, it is asked once', async () => {
    vi.useFakeTimers();
    const held = Promise.withResolvers<void>();
    provider.fault = () => held.promise;
    const read = createFundsReader({ provider, money: MONEY });
    const [first, second] = [read(), read()];
    let answered = false;
    void first.then(() => {
      answered = true;
    });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all([first, second])).toEqual([{ state: 'unknown' }, { state: 'unknown' }]);
    const third = read();
    expect(provider.asked.funds).toBe(1);
    held.resolve();
    expect(await third).toMatchObject({ state: 'known' });
    expect(await read()).toMatchObject({ state: 'known' });
    expect(provider.asked.funds).toBe(2);
  });
});

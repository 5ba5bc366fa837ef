import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeByBack, followBrowserBack, noteEntry } from './browser-back.ts';

/** The browser's history, without its delays. */
class FakeHistory {
  readonly entries: unknown[] = [{ idx: 0 }];
  place = 0;
  readonly window = new EventTarget();

  get state(): unknown {
    return this.entries[this.place];
  }

  pushState(state: unknown): void {
    this.entries.splice(this.place + 1, Infinity, state);
    this.place += 1;
  }

  go(by: number): void {
    this.place += by;
    this.window.dispatchEvent(Object.assign(new Event('popstate', { cancelable: true }), { state: this.state }));
  }

  back(): void {
    this.go(-1);
  }
}

let history: FakeHistory;
let toRouter: unknown[];

beforeEach(() => {
  history = new FakeHistory();
  toRouter = [];
  vi.stubGlobal('window', Object.assign(history.window, { history }));
  followBrowserBack();
  history.window.addEventListener('popstate', (event) => toRouter.push((event as PopStateEvent).state));
});

afterEach(() => vi.unstubAllGlobals());

test('Back closes a layer on the first entry and keeps the page', () => {
  const close = vi.fn();
  const stop = closeByBack(close);
  history.back();
  stop();
  expect(close).toHaveBeenCalledOnce();
  expect(toRouter).toEqual([]);
});

test.each([true, false])('Back from the next page reaches the router, rendered: %s', (isRendered) => {
  const stop = closeByBack(() => {});
  history.pushState({ idx: 1 });
  if (isRendered) noteEntry();
  stop();
  history.back();
  expect(toRouter).toEqual([{ idx: 0, guard: true }]);
});

test('Back closes a layer above a later page and returns to that page', () => {
  history.pushState({ idx: 1 });
  noteEntry();
  const close = vi.fn();
  const stop = closeByBack(close);
  history.back();
  stop();
  expect(close).toHaveBeenCalledOnce();
  expect(history.state).toEqual({ idx: 1 });
  expect(toRouter).toEqual([]);
});

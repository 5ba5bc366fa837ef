import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Dictionary } from './dictionary.ts';
import { OTHER_WORDS } from './other-words.ts';
import { LOCALE, type Speaker, speaks } from './speech.ts';

// Journeys name what they look for in English. Where the pages speak another language, what a journey asks for is put
// into that language on its way to the browser, by the messages that both languages have.

const speakers = new WeakMap<BrowserContext, Speaker>();

/** Says which app the pages of a context show; the member's, unless told otherwise. */
export function notePages(context: BrowserContext, speaker: Speaker): void {
  speakers.set(context, speaker);
}

function dictionaryOf(page: Page): Dictionary | null {
  return speaks(speakers.get(page.context()) ?? 'member');
}

type Asked = string | RegExp;
interface Named {
  name?: Asked;
  exact?: boolean;
  hasText?: Asked;
  hasNotText?: Asked;
}

function sayName(dictionary: Dictionary, asked: Asked, exact: boolean): Asked {
  if (asked instanceof RegExp) return dictionary.sayPattern(asked);
  const said = dictionary.sayText(asked, { whole: exact });
  return new RegExp(exact ? `^\\s*${said}\\s*$` : said, 'iu');
}

function sayOptions<T extends Named | undefined>(dictionary: Dictionary, options: T): T {
  if (options === undefined) return options;
  const { name, hasText, hasNotText, ...rest } = options as Named;
  const said: Named = { ...rest };
  if (name !== undefined) {
    said.name = sayName(dictionary, name, rest.exact ?? false);
    delete said.exact;
  }
  if (hasText !== undefined) said.hasText = sayName(dictionary, hasText, false);
  if (hasNotText !== undefined) said.hasNotText = sayName(dictionary, hasNotText, false);
  return said as T;
}

type Method = (...given: unknown[]) => unknown;
const patched = new WeakSet<object>();

/** To be called with any page, once or more; does nothing where pages speak English. */
export function askInTheirLanguage(page: Page): void {
  if (LOCALE === 'en' || OTHER_WORDS !== null) return;
  patch(Object.getPrototypeOf(page), (self) => self as Page);
  patch(Object.getPrototypeOf(page.locator('html')), (self) => (self as Locator).page());
}

function patch(prototype: Record<string, Method>, pageOf: (self: unknown) => Page): void {
  if (patched.has(prototype)) return;
  patched.add(prototype);
  const change = (name: string, given: (dictionary: Dictionary, args: unknown[]) => unknown[]) => {
    const before = prototype[name];
    if (before === undefined) throw new Error(`the browser's tools have no ${name}`);
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      const dictionary = dictionaryOf(pageOf(this));
      return before.apply(this, dictionary === null ? args : given(dictionary, args));
    };
  };
  change('getByRole', (dictionary, [role, options]) => [role, sayOptions(dictionary, options as Named | undefined)]);
  for (const name of ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText']) {
    change(name, (dictionary, [text, options]) => {
      const { exact = false, ...rest } = (options ?? {}) as { exact?: boolean };
      return [sayName(dictionary, text as Asked, exact), rest];
    });
  }
  change('locator', (dictionary, [selector, options]) => [
    selector,
    sayOptions(dictionary, options as Named | undefined),
  ]);
  if ('filter' in prototype) {
    change('filter', (dictionary, [options]) => [sayOptions(dictionary, options as Named | undefined)]);
  }
}

const WHOLE = new Set(['toHaveText', 'toHaveAccessibleName', 'toHaveAccessibleDescription', 'toHaveTitle']);
const PARTLY = new Set(['toContainText']);

/** The journeys' `expect`, which holds what a page shows against words of its own language. */
export function expectInTheirLanguage<T extends object>(expect: T): T {
  return new Proxy(expect, {
    apply: (target, self, args: unknown[]) =>
      matchersFor(Reflect.apply(target as unknown as Method, self, args) as object, pageBehind(args[0])),
    get: (target, name) => {
      const found = Reflect.get(target, name);
      if (name === 'soft') {
        return (...args: unknown[]) => matchersFor((found as Method)(...args) as object, pageBehind(args[0]));
      }
      return found;
    },
  });
}

function pageBehind(seen: unknown): Page | null {
  if (typeof seen !== 'object' || seen === null) return null;
  if ('context' in seen && 'goto' in seen) return seen as Page;
  return 'page' in seen && 'getByRole' in seen ? (seen as Locator).page() : null;
}

function matchersFor(matchers: object, page: Page | null): object {
  const dictionary = page === null ? null : dictionaryOf(page);
  if (dictionary === null) return matchers;
  return new Proxy(matchers, {
    get(target, name) {
      const found = Reflect.get(target, name);
      if (name === 'not') return matchersFor(found as object, page);
      if (typeof name !== 'string' || !(WHOLE.has(name) || PARTLY.has(name))) return found;
      return (expected: unknown, ...rest: unknown[]) =>
        (found as Method).call(target, sayExpected(dictionary, expected, WHOLE.has(name)), ...rest);
    },
  });
}

function sayExpected(dictionary: Dictionary, expected: unknown, whole: boolean): unknown {
  if (Array.isArray(expected)) return expected.map((one) => sayExpected(dictionary, one, whole));
  if (typeof expected === 'string') {
    const said = dictionary.sayText(expected, { whole });
    return new RegExp(whole ? `^\\s*${said}\\s*$` : said, 'iu');
  }
  return expected instanceof RegExp ? dictionary.sayPattern(expected) : expected;
}

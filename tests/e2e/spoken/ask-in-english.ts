import {
  type BrowserContext,
  type Frame,
  type FrameLocator,
  type Locator,
  type Page,
  selectors,
} from '@playwright/test';
import { MARKS } from './both-words.ts';
import { ASKED, keepEnglishApart } from './in-page.ts';

// Wraps every query of a journey: first the page switches to its English, in the same task.

const ENGINE = 'english';
let isRegistered: Promise<void> | undefined;

/** Call it before opening the context's first page. */
export async function askInEnglish(context: BrowserContext): Promise<void> {
  isRegistered ??= selectors.register(ENGINE, engine(ASKED), { contentScript: true });
  await isRegistered;
  await context.addInitScript(keepEnglishApart, { marks: MARKS, asked: ASKED });
  asking.add(context);
  context.on('page', changeLocators);
}

/** Wraps a selector engine: the page answers the next query in English. */
function engine(requested: string): string {
  return `({
    query(root) { return this.queryAll(root)[0]; },
    queryAll(root) { (root.ownerDocument ?? root).dispatchEvent(new Event(${JSON.stringify(requested)})); return [root]; },
  })`;
}

type Method = (...given: unknown[]) => unknown;
const asking = new WeakSet<BrowserContext>();
const changed = new WeakSet<object>();

function changeLocators(page: Page): void {
  const frame = (self: unknown) => (self as Frame).page();
  const within = (self: unknown) => (self as FrameLocator).owner().page();
  prefix(Object.getPrototypeOf(page.mainFrame()), frame);
  prefix(Object.getPrototypeOf(page.frameLocator('iframe')), within);
  readEach(Object.getPrototypeOf(page.locator('html')));
}

function prefix(prototype: Record<string, Method>, pageOf: (self: unknown) => Page): void {
  if (changed.has(prototype)) return;
  changed.add(prototype);
  const { locator } = prototype;
  prototype.locator = function (this: unknown, selector: unknown, ...rest: unknown[]) {
    const isAsked = typeof selector === 'string' && asking.has(pageOf(this).context());
    return locator?.call(this, isAsked ? `${ENGINE}=on >> ${selector}` : selector, ...rest);
  };
}

/** These methods query first and read later, so each is wrapped separately. */
function readEach(prototype: Record<string, unknown>): void {
  if (changed.has(prototype)) return;
  changed.add(prototype);
  prototype.allInnerTexts = async function (this: Locator) {
    return Promise.all((await this.all()).map((one) => one.innerText()));
  };
  prototype.allTextContents = async function (this: Locator) {
    return Promise.all((await this.all()).map(async (one) => (await one.textContent()) ?? ''));
  };
}

import type { Locator, Page, Route } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { field } from './forms.ts';

/** Rules that every form of the member app keeps. */

export interface Form {
  name: string;
  open(page: Page): Promise<void>;
  /** The button that submits, idle and in flight. */
  send: RegExp;
  /** The button that validates the input, when it is another one. */
  next?: string;
  /** Labels of the required fields, in the page's order. Empty for a form without any. */
  needed: string[];
  /** The element focused when something is missing, if it is no text field. */
  first?(page: Page): Locator | Promise<Locator>;
  /** Ticks or selects what is not a text field. */
  choose?(page: Page): Promise<void>;
  /** Value of each field by label, and its attributes for keyboards and password managers. */
  fields: Record<string, { value: string; autocomplete?: string; inputmode?: string; type?: string }>;
  /** Moves from the filled form to the step that submits, when it is another one. */
  goOn?(page: Page): Promise<void>;
  /** Fills the last step before its button is tapped. */
  typeToSend?(page: Page): Promise<void>;
  /** Expects what must be unchanged after a failure. */
  stays?(page: Page): Promise<void>;
  call: string;
}

export async function holdRules(page: Page, forms: readonly Form[]): Promise<void> {
  for (const form of forms) {
    await test.step(form.name, async () => {
      await form.open(page);
      await saysWhatIsMissing(page, form);
      await form.choose?.(page);
      await fillsIn(page, form);
      await form.goOn?.(page);
      await keepsAllAndSendsOnce(page, form);
    });
  }
}

/** Both typing and pasting work. */
export async function give(one: Locator, value: string): Promise<void> {
  const takesPaste = await one.evaluate((input: HTMLInputElement) => {
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    return input.dispatchEvent(event) && !input.readOnly;
  });
  expect(takesPaste, 'pasting is allowed').toBe(true);
  await one.fill(value);
}

/**
 * Submitted empty: each required field shows an error, linked to it for screen readers, and the first one has the
 * focus.
 */
async function saysWhatIsMissing(page: Page, { needed, first, next, send }: Form): Promise<void> {
  const faulty = needed.map((label) => field(page, label));
  const focused = (await first?.(page)) ?? faulty[0];
  if (focused === undefined) return;
  await expect(focused).toBeVisible();
  await page
    .getByRole('button', next === undefined ? { name: send } : { name: next, exact: true })
    .last()
    .click();
  for (const one of faulty) await expect(one).toHaveAttribute('aria-invalid', 'true');
  for (const one of [focused, ...faulty]) await expect(one).toHaveAccessibleDescription(/\w{2,}.*\./);
  await expect(focused).toBeFocused();
}

async function fillsIn(page: Page, { fields }: Form): Promise<void> {
  for (const [label, { value, ...reported }] of Object.entries(fields)) {
    const one = field(page, label);
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
    for (const [name, wanted] of Object.entries(reported)) await expect(one).toHaveAttribute(name, wanted);
    await give(one, value);
    if (reported.autocomplete?.endsWith('-password')) await showsAndHides(one);
  }
}

async function showsAndHides(password: Locator): Promise<void> {
  const key = password.locator('xpath=..').getByRole('button');
  await key.click();
  await expect(password).toHaveAttribute('type', 'text');
  await key.click();
  await expect(password).toHaveAttribute('type', 'password');
}

/** Long enough for a second tap. */
const ANSWER_MS = 300;
const FAILURES = {
  'the server fails': /Something went wrong on our side/,
  'the line is cut': /No connection/,
};

/**
 * First the server fails, then the connection: an error appears and the input stays, so that a tap sends it again. Two
 * taps send it once.
 */
async function keepsAllAndSendsOnce(page: Page, form: Form): Promise<void> {
  const path = `**${form.call}`;
  const sent: { body: string | null; key: string | undefined }[] = [];
  let failure: keyof typeof FAILURES = 'the server fails';
  async function fail(route: Route): Promise<void> {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    sent.push({ body: request.postData(), key: request.headers()['idempotency-key'] });
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    if (failure === 'the line is cut') return route.abort();
    const problem = { type: 'about:blank', title: 'Internal', status: 500, code: 'internal' };
    return route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem });
  }
  await page.route(path, fail);
  for (failure of Object.keys(FAILURES) as (keyof typeof FAILURES)[]) {
    const before = sent.length;
    const send = page.getByRole('button', { name: form.send }).last();
    if (before === 0) await form.typeToSend?.(page);
    await send.dblclick();
    await expect.poll(() => sent.length, { message: `${form.name} is sent` }).toBe(before + 1);
    await expect(page.getByRole('alert').filter({ hasText: FAILURES[failure] })).toBeVisible();
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    expect(sent, `${form.name}: ${failure}, once for two taps`).toHaveLength(before + 1);
    await keepsFields(page, form);
  }
  expect(sent[1], `${form.name} goes again as the same`).toEqual(sent[0]);
  await page.unroute(path, fail);
}

async function keepsFields(page: Page, { fields, stays }: Form): Promise<void> {
  for (const [label, { value }] of Object.entries(fields)) {
    const one = field(page, label);
    // Some fields belong to an earlier step.
    if ((await one.count()) > 0) await expect(one).toHaveValue(value);
  }
  await stays?.(page);
}

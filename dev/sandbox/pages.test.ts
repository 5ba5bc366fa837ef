import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plainAmount, typedAmount } from './checkout-page.ts';
import { checkoutAsk, openTestSandbox, type TestSandbox } from './kit.ts';

let sandbox: TestSandbox;

beforeEach(async () => {
  sandbox = await openTestSandbox();
});

afterEach(() => sandbox.close());

async function openCheckout(more: Record<string, unknown> = {}): Promise<string> {
  return (await sandbox.call('/api/checkouts', checkoutAsk('one', more))).answer.url as string;
}

function submit(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

async function eventsOf(reference: string): Promise<Record<string, unknown>[]> {
  return (await sandbox.call('/api/events', { what: 'top-up', reference })).answer.events as Record<string, unknown>[];
}

describe('the checkout page', () => {
  test('shows the amount and that it is not real money, and cannot be framed', async () => {
    const response = await fetch(await openCheckout());
    const text = await response.text();
    expect(text).toContain('125.00 play credits');
    expect(text).toContain('no real money');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:3000;");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each([
    [{ act: 'approve' }, ['paid-in']],
    [{ act: 'decline' }, ['declined']],
    [{ act: 'leave' }, []],
    [{ act: 'later', when: '10' }, ['pending']],
    [{ act: 'later', when: 'after-expiry' }, ['pending']],
    [{ act: 'other', amount: '1.50', currency: 'EUR' }, ['paid-in']],
  ])('%j returns to the exact address that the club gave, whatever the form contains', async (form, kinds) => {
    const ask = checkoutAsk('one');
    const url = await openCheckout();
    const extra = { returnUrl: 'https://evil.example/', location: 'https://evil.example/' };
    const response = await submit(`${url}?returnUrl=https://evil.example/`, { ...form, ...extra });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(ask.returnUrl);
    expect((await eventsOf('one')).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('takes another amount in another currency, and refuses what is no amount', async () => {
    const url = await openCheckout();
    for (const amount of ['', '0', '-1', '1.234', '1e3', 'all']) {
      expect((await submit(url, { act: 'other', amount, currency: 'EUR' })).status).toBe(422);
    }
    await submit(url, { act: 'other', amount: '1,5', currency: 'EUR' });
    expect(await eventsOf('one')).toMatchObject([{ kind: 'paid-in', amount: '150', currency: 'EUR' }]);
  });

  test('after leaving, it can be paid later; once ended, it offers only the way back', async () => {
    const url = await openCheckout();
    await submit(url, { act: 'leave' });
    expect(await (await fetch(url)).text()).toContain('value="approve"');
    await submit(url, { act: 'approve' });
    const text = await (await fetch(url)).text();
    expect(text).not.toContain('value="approve"');
    expect(text).toContain('href="http://127.0.0.1:3000/Recharge?id=1&amp;from=sandbox"');
  });

  test('after its time it says that it has expired', async () => {
    const url = await openCheckout();
    sandbox.at(Date.UTC(2026, 10, 21, 12, 30));
    expect(await (await fetch(url)).text()).toContain('Expired');
    await submit(url, { act: 'approve' });
    expect((await eventsOf('one')).map(({ kind }) => kind)).toEqual(['expired']);
  });

  test('escapes its parameters as text', async () => {
    const text = await (
      await fetch(await openCheckout({ returnUrl: 'http://h/?a="><script>alert(1)</script>' }))
    ).text();
    expect(text).not.toContain('<script>alert');
  });

  test('is nowhere under another address', async () => {
    expect((await fetch(`${sandbox.url()}/checkout/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await fetch(`${sandbox.url()}/checkout/one`)).status).toBe(401);
  });

  test.each([
    ['12500', 2, '125.00'],
    ['5', 2, '0.05'],
    ['500', 0, '500'],
    ['1234567', 3, '1234.567'],
  ])('%s minor units with %i decimals are %s, and back', (amountMinor, exponent, plain) => {
    expect(plainAmount({ amountMinor, exponent })).toBe(plain);
    expect(typedAmount(plain, exponent)).toBe(amountMinor);
  });
});

describe('the card field', () => {
  const PARENT = 'http://127.0.0.1:3000';

  async function openField(): Promise<string> {
    const ask = { reference: 'binding', parentOrigin: PARENT, locale: 'en' };
    return (await sandbox.call('/api/card-fields', ask)).answer.url as string;
  }

  function type(url: string, typed: unknown, type = 'application/json'): Promise<Response> {
    return fetch(url, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(typed) });
  }

  test('may be framed by the page that it was opened for, and by no other', async () => {
    const response = await fetch(await openField());
    const policy = response.headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain(`frame-ancestors ${PARENT}`);
    expect(policy).toContain("script-src 'self'");
    expect(await response.text()).toContain(`data-parent="${PARENT}"`);
  });

  test.each(['http://127.0.0.1:3000/path', 'null', '*', 'javascript:alert(1)'])(
    '%s is no page to open it for',
    async (origin) => {
      const ask = { reference: 'binding', parentOrigin: origin, locale: 'en' };
      expect((await sandbox.call('/api/card-fields', ask)).status).toBe(400);
    },
  );

  test('returns a token, the brand and the last four digits, or an error text', async () => {
    const url = await openField();
    const wrong = await type(url, { number: '4242424242424241', expiry: '04/31' });
    expect(await wrong.json()).toEqual({
      fault: { field: 'number', message: 'This card number has a typing error.' },
    });
    const right = await type(url, { number: '5555555555554444', expiry: '04/31' });
    expect(await right.json()).toEqual({
      token: expect.stringMatching(/^tok_[\w-]{24}$/),
      brand: 'mastercard',
      last4: '4444',
    });
  });

  test('refuses forms of other sites, and closes after half an hour', async () => {
    const url = await openField();
    const card = { number: '5555555555554444', expiry: '04/31' };
    expect((await type(url, card, 'text/plain')).status).toBe(415);
    sandbox.at(Date.UTC(2026, 10, 21, 12, 30));
    expect((await type(url, card)).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });
});

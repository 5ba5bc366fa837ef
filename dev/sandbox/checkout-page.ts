import { type Html, html, page } from './html.ts';
import type { Checkout } from './state.ts';

const CURRENCIES = ['EUR', 'USD', 'JPY'];

/** The amount with the payment buttons, or the outcome of a finished checkout. */
export function checkoutPage(checkout: Checkout): string {
  const title = `${amountOf(checkout)} · Sandbox Pay`;
  return page({ title, body: html`${header()}<main>${amount(checkout)}${bodyOf(checkout)}</main>${footer()}` });
}

/** The page for a visitor without a payment. */
export function frontPage(): string {
  const body = html`${header()}<main>
<h1>A payment provider that only pretends</h1>
<p>Clubs for play credits use it in place of a real one. Nothing that is paid or sent here is money.</p>
<h2>Cards</h2>
<dl>
<dt>4242 4242 4242 4242</dt><dd>payouts arrive</dd>
<dt>5555 5555 5555 4444</dt><dd>payouts arrive</dd>
<dt>4000 0000 0000 0002</dt><dd>payouts fail at the bank</dd>
<dt>4000 0000 0000 9995</dt><dd>payouts arrive and come back three days later</dd>
</dl>
<p>Any month to come will do.</p>
<h2>Accounts (IBAN)</h2>
<dl>
<dt>DE89 3704 0044 0532 0130 00</dt><dd>payouts arrive</dd>
<dt>DE14 3704 0044 0000 0000 02</dt><dd>payouts fail at the bank</dd>
<dt>DE57 3704 0044 0000 0099 95</dt><dd>payouts arrive and come back three days later</dd>
</dl>
<p>Any other card or account behaves by its last four digits: 0002, 9995, or neither.</p>
</main>${footer()}`;
  return page({ title: 'Sandbox Pay', body });
}

export function messagePage(title: string, text: string): string {
  return page({ title: 'Sandbox Pay', body: html`${header()}<main><h1>${title}</h1><p>${text}</p></main>${footer()}` });
}

function header(): Html {
  return html`<header><strong>Sandbox Pay</strong><span class="badge">no real money</span></header>`;
}

function footer(): Html {
  return html`<footer>This page belongs to a pretended payment provider. No card is charged and no bank is asked.</footer>`;
}

function amount(checkout: Checkout): Html {
  return html`<h1><span class="label">To pay</span> ${amountOf(checkout)}</h1>`;
}

function bodyOf(checkout: Checkout): Html {
  if (checkout.state === 'open') return choices(checkout);
  const { title, text } = ENDINGS[checkout.state];
  return html`<div class="ending" role="status"><h2>${title}</h2><p>${text}</p></div>
<a class="button" href="${checkout.returnUrl}">Back to the club</a>`;
}

const ENDINGS = {
  pending: { title: 'On its way', text: 'The money has not arrived yet. The club is notified when it does.' },
  paid: { title: 'Paid', text: 'The club has been notified. You can close this page.' },
  declined: { title: 'Declined', text: 'Nothing was paid.' },
  expired: { title: 'Expired', text: 'This page was open for too long. Nothing was paid with it.' },
};

function choices(checkout: Checkout): Html {
  const until = new Date(checkout.expiresAtMs).toISOString();
  const action = `/checkout/${checkout.id}`;
  return html`<p>Open until <time datetime="${until}">${until.slice(11, 16)} UTC</time>.</p>
<form method="post" action="${action}" class="choices">
<button class="button primary" name="act" value="approve">Approve</button>
<button class="button" name="act" value="decline">Decline</button>
<button class="button plain" name="act" value="leave">Leave without paying</button>
</form>
<details>
<summary>More ways this can end</summary>
<form method="post" action="${action}">
<h2>Pay later</h2>
<label for="when">When the money arrives</label>
<select id="when" name="when">
<option value="10">in 10 seconds</option>
<option value="60">in a minute</option>
<option value="after-expiry">after this page has expired</option>
</select>
<button class="button" name="act" value="later">Pay later</button>
</form>
<form method="post" action="${action}">
<h2>Pay something else</h2>
<label for="amount">Amount</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required
 pattern="[0-9]{1,12}([.,][0-9]{1,4})?" value="${plainAmount(checkout)}">
<label for="currency">Currency</label>
<select id="currency" name="currency">
${[checkout.currency, ...CURRENCIES.filter((code) => code !== checkout.currency)].map(
  (code) => html`<option>${code}</option>`,
)}
</select>
<button class="button" name="act" value="other">Pay this instead</button>
</form>
</details>`;
}

/** The amount as users type it: `12.50`. */
export function plainAmount({ amountMinor, exponent }: Pick<Checkout, 'amountMinor' | 'exponent'>): string {
  const digits = amountMinor.padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
}

/** Minor units of typed text; null unless it is a positive amount with at most `exponent` decimals. */
export function typedAmount(text: string, exponent: number): string | null {
  const [, whole = '', decimals = ''] = /^([0-9]{1,12})(?:[.,]([0-9]{1,4}))?$/.exec(text.trim()) ?? [];
  if (whole === '' || decimals.length > exponent) return null;
  const minor = BigInt(whole + decimals.padEnd(exponent, '0'));
  return minor > 0n ? String(minor) : null;
}

function amountOf(checkout: Checkout): string {
  const plain = plainAmount(checkout) as `${number}`;
  const { currency, locale, exponent } = checkout;
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  const numbers = new Intl.NumberFormat(isLocale(locale) ? [locale, 'en'] : 'en', digits);
  return `${numbers.format(plain)} ${currency === 'PLAY' ? 'play credits' : currency}`;
}

function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
}

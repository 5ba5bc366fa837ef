import { html, page } from './html.ts';
import type { CardField } from './state.ts';

/** The frame for a card number. Only the sandbox receives the number; the page around it receives a token. */
export function cardFieldPage({ id, parentOrigin }: CardField, theme: string | null): string {
  const body = html`<form id="card" novalidate data-action="/card-field/${id}" data-parent="${parentOrigin}"
 data-theme="${theme === 'light' || theme === 'dark' ? theme : 'auto'}">
<p class="from"><strong>Sandbox Pay</strong><span class="badge">no real money</span></p>
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"
 maxlength="32" aria-describedby="fault">
<label for="expiry">Valid until (month / year)</label>
<input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="04 / 31" maxlength="9"
 aria-describedby="fault">
<p id="fault" class="fault" role="alert"></p>
<button class="button primary">Use this card</button>
<p id="done" class="done" role="status" hidden></p>
</form>`;
  return page({ title: 'Card number · Sandbox Pay', body, script: 'card-field.js', bodyClass: 'frame' });
}

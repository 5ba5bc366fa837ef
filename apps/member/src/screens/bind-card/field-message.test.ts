import { expect, it } from 'vitest';
import { isFieldsOwn, readFieldMessage } from './field-message.ts';

it('reads what the field says', () => {
  expect(readFieldMessage({ type: 'tercet-card-ready', height: 212.4 })).toEqual({ type: 'ready', height: 213 });
  expect(readFieldMessage({ type: 'tercet-card-ready', height: 1e9 })).toEqual({ type: 'ready', height: 640 });
  const card = { token: 'tok_1', brand: 'visa', last4: '4242' };
  expect(readFieldMessage({ type: 'tercet-card', ...card, number: '4242424242424242' })).toEqual({
    type: 'card',
    card,
  });
});

it.each([
  null,
  'tercet-card',
  {},
  { type: 'tercet-card' },
  { type: 'tercet-card-error', message: 'wrong' },
  { type: 'tercet-card', token: 1, brand: 'visa', last4: '4242' },
  { type: 'tercet-card', token: 'x'.repeat(257), brand: 'visa', last4: '4242' },
  { type: 'tercet-card', token: 'tok', brand: 'visa', last4: '4242424242424242' },
  { type: 'tercet-card-ready', height: Number.NaN },
  { type: 'other' },
])('%j is nothing', (data) => {
  expect(readFieldMessage(data)).toBeNull();
});

it('accepts messages only from its own frame and origin', () => {
  const [frame, other] = [{} as Window, {} as Window];
  const field = { origin: 'https://cards.example', window: frame };
  expect(isFieldsOwn({ origin: 'https://cards.example', source: frame }, field)).toBe(true);
  for (const stated of [
    { origin: 'https://cards.example', source: other },
    { origin: 'https://cards.example', source: null },
    { origin: 'https://cards.example.evil.example', source: frame },
    { origin: 'http://cards.example', source: frame },
    { origin: 'null', source: frame },
  ])
    expect(isFieldsOwn(stated, field)).toBe(false);
  // Before the frame exists, no message counts.
  for (const window of [null, undefined])
    expect(isFieldsOwn({ origin: 'https://cards.example', source: null }, { ...field, window })).toBe(false);
});

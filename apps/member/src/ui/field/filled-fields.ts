type Field = HTMLInputElement | HTMLTextAreaElement;

/** Value of each field at its last event. */
const heard = new WeakMap<Field, string>();

/**
 * Notices fields that a browser or password manager filled without events: before a form is sent, it fires those
 * events. Call once.
 */
export function countFilledFields(): void {
  for (const name of ['input', 'change']) document.addEventListener(name, hear, { capture: true });
  document.addEventListener('submit', fill, { capture: true });
}

function hear({ target }: Event): void {
  if (isField(target)) heard.set(target, target.value);
}

function fill({ target }: Event): void {
  if (!(target instanceof HTMLFormElement)) return;
  for (const field of target.elements) if (isField(field) && isUnheard(field)) tell(field);
}

function isUnheard(field: Field): boolean {
  const { value } = field;
  return value !== '' && value !== (heard.get(field) ?? field.defaultValue) && value !== field.defaultValue;
}

/** Clears the field first: React ignores an `input` event if the value equals the last one that it saw. */
function tell(field: Field): void {
  const { value } = field;
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function isField(target: unknown): target is Field {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'button', 'submit'].includes(target.type);
}

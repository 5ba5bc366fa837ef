type Field = HTMLInputElement | HTMLTextAreaElement;

/** What each field held when the page last heard of it. */
const heard = new WeakMap<Field, string>();

/**
 * Has a form hear of fields that were filled without events, as some browsers and password managers do. To be called
 * once: every form then counts them as filled when it is sent.
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

/** React hears of a value only where it differs from the one that was set through the element itself. */
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

import { inTab } from '@tercet/contract/text-storage.ts';
import { newId } from '../../api/shared/new-id.ts';

/** A visitor's form that was sent without an answer yet, with its idempotency key. */
interface SentForm<Form> {
  key: string;
  form: Form;
}

const PREFIX = 'tercet.visitor-sent.';

/** Forms that the tab could not store. They last until the page is closed. */
const inPageOnly = new Map<string, string>();

/**
 * The idempotency key of a form that is about to be sent, stored until the tab closes. The same form keeps its key,
 * also after a reload, so that a retry counts once.
 */
export function keyToSend(name: string, form: object): string {
  const last = readSent<object>(name);
  if (last !== null && JSON.stringify(last.form) === JSON.stringify(form)) return last.key;
  const sent: SentForm<object> = { key: newId(), form };
  write(name, JSON.stringify(sent));
  return sent.key;
}

/** The form that was sent without an answer; null if there is none. */
export function unansweredForm<Form extends object>(name: string): Form | null {
  return readSent<Form>(name)?.form ?? null;
}

/** Call when the form is answered. */
export function noteAnswered(name: string): void {
  write(name, null);
}

function readSent<Form>(name: string): SentForm<Form> | null {
  try {
    const { key, form } = JSON.parse(inPageOnly.get(name) ?? inTab.read(PREFIX + name) ?? '{}') as Partial<
      SentForm<Form>
    >;
    return typeof key === 'string' && typeof form === 'object' && form !== null ? { key, form } : null;
  } catch {
    return null;
  }
}

function write(name: string, text: string | null): void {
  const isStored = inTab.write(PREFIX + name, text);
  if (isStored || text === null) inPageOnly.delete(name);
  else inPageOnly.set(name, text);
}

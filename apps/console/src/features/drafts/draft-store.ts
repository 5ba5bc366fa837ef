import type { TextStorage } from '@tercet/contract/text-storage.ts';

/** Storage names: this, the id of the staff account, a dot, and the form. */
const PREFIX = 'tercet-console.draft.';
const KEPT_MS_MAX = 14 * 86_400_000;

/** Unsaved values of one form. */
export interface KeptDraft {
  value: unknown;
  /** Time of the last change, in Unix milliseconds. */
  atMs: number;
}

export interface DraftStore {
  /** Null without unsaved values of this account in this form. */
  read(staffId: string, form: string): KeptDraft | null;
  /** `undefined` removes them. Where storage is closed or full, they last until the page reloads. */
  write(staffId: string, form: string, value: unknown): void;
}

/** Unsaved values by account and form. An account reads only its own. Values expire after 14 days. */
export function createDraftStore(storage: TextStorage, now: () => number): DraftStore {
  const unstored = new Map<string, string>();
  const parsed = (text: string | null | undefined): KeptDraft | null => {
    const kept = text == null ? null : parse(text);
    return kept === null || now() - kept.atMs > KEPT_MS_MAX ? null : kept;
  };
  for (const name of storage.names(PREFIX) ?? []) {
    if (parsed(storage.read(name)) === null) storage.write(name, null);
  }
  return {
    read(staffId, form) {
      const name = `${PREFIX}${staffId}.${form}`;
      return parsed(unstored.get(name) ?? storage.read(name));
    },
    write(staffId, form, value) {
      const name = `${PREFIX}${staffId}.${form}`;
      unstored.delete(name);
      if (value === undefined) {
        storage.write(name, null);
        return;
      }
      const text = JSON.stringify({ value, atMs: now() } satisfies KeptDraft);
      if (!storage.write(name, text)) unstored.set(name, text);
    },
  };
}

function parse(text: string): KeptDraft | null {
  try {
    const { value, atMs } = JSON.parse(text) as Partial<KeptDraft>;
    return value === undefined || typeof atMs !== 'number' ? null : { value, atMs };
  } catch {
    return null;
  }
}

/**
 * Kept values over the form's own. Fields that an older console did not have get the form's value; a value of another
 * kind is dropped.
 */
export function restored<T>(own: T, kept: KeptDraft | null): T {
  if (kept === null) return own;
  const { value } = kept;
  if (!isRecord(own)) return sameKind(own, value) ? (value as T) : own;
  if (!isRecord(value)) return own;
  const fields = Object.entries(value).filter(([name, one]) => !(name in own) || sameKind(own[name], one));
  return { ...own, ...Object.fromEntries(fields) };
}

/** Null matches any type, since it stands for a choice that is still open. */
function sameKind(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true;
  return typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { hasWords } from '@tercet/contract/words.ts';

export interface Choice {
  value: string;
  label: string;
  /** Behind it in soft ink; found by it too. */
  note?: string;
}

/** Whether each typed word occurs in the label or the note, in any spelling. */
export function foundBy(search: string, { label, note = '' }: Choice): boolean {
  return hasWords(`${label} ${note}`, search);
}

import { hasWords } from '@tercet/contract/words.ts';

export interface Choice {
  value: string;
  label: string;
  /** Shown after the label in soft ink; searched too. */
  note?: string;
}

/** True if the label or note contains every typed word, regardless of case and accents. */
export function foundBy(search: string, { label, note = '' }: Choice): boolean {
  return hasWords(`${label} ${note}`, search);
}

import { hasWords } from '@tercet/contract/words.ts';
import type { Choice } from './choice-sheet.tsx';

/** Whether each typed word stands in the label or the note, in any spelling. */
export function foundBy(search: string, { label, note = '' }: Choice): boolean {
  return hasWords(`${label} ${note}`, search);
}

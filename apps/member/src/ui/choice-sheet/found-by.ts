import type { Choice } from './choice-sheet.tsx';

/** Whether each typed word stands in the label or the note, capitals and accents aside. */
export function foundBy(search: string, { label, note = '' }: Choice): boolean {
  const text = plain(`${label} ${note}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

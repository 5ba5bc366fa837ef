/** Replaces the text from `start` to `end` (UTF-16 units). */
export interface Edit {
  start: number;
  end: number;
  replacement: string;
  mutator: string;
}

/** A change of a text: what lies from `start` to `end` (UTF-16 units) is replaced. */
export interface Edit {
  start: number;
  end: number;
  replacement: string;
  mutator: string;
}

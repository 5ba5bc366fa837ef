/** What a document says, all of it in words already: how it looks is for `draw.ts` alone. */
export interface Paper {
  locale: string;
  direction: 'ltr' | 'rtl';
  /** What kind of document it is, and of what: "Statement", "November 2026". */
  title: string;
  subtitle: string;
  house: string;
  /** Of play money: that it is. */
  note: string | null;
  headline: Sum | null;
  /** Sums that stand side by side. */
  figures: { label: string; sum: Sum }[];
  facts: { label: string; value: string }[];
  table: Table | null;
  remarks: string[];
  /** How to check what it says. */
  check: { title: string; steps: string[] };
  /** "Page {page} of {pages}". */
  page: string;
  /** Written into the file as the time of its making: that of what it is about, so that the same gives the same. */
  atMs: number;
}

/** An amount, its unit apart so that it can be set smaller. */
export interface Sum {
  number: string;
  unit: string;
}

export interface Table {
  title: string;
  columns: { title: string; is: 'time' | 'words' | 'number' }[];
  rows: Row[];
}

export interface Row {
  cells: string[];
  /** Below the words, small: a reference. */
  small: string | null;
}

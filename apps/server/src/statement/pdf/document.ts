/** Contents of a document, already in words. Only `render.ts` decides how it looks. */
export interface PrintDocument {
  locale: string;
  direction: 'ltr' | 'rtl';
  /** Kind and subject of the document: "Statement", "November 2026". */
  title: string;
  subtitle: string;
  house: string;
  /** Notice on documents about play money; else null. */
  note: string | null;
  headline: Sum | null;
  /** Sums shown side by side. */
  figures: { label: string; sum: Sum }[];
  facts: { label: string; value: string }[];
  table: Table | null;
  remarks: string[];
  /** How to verify the contents. */
  check: { title: string; steps: string[] };
  /** "Page {page} of {pages}". */
  page: string;
  /** Creation time in the file: the time of its subject, so that the same contents give the same bytes. */
  atMs: number;
}

/** An amount and its unit, apart so that the unit can be smaller. */
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
  /** Small text below the words: a reference. */
  small: string | null;
}

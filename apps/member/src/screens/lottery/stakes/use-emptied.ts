import { useState } from 'react';

interface Emptied {
  /** True while the field is empty and has the focus: its text is being replaced, so there is no error to show. */
  isEmptied: boolean;
  noteTyped(text: string): void;
  noteLeft(): void;
}

/** Whether a stake field was emptied to type another amount. */
export function useEmptied(): Emptied {
  const [isEmptied, setEmptied] = useState(false);
  return {
    isEmptied,
    noteTyped: (text) => setEmptied(text.trim() === ''),
    noteLeft: () => setEmptied(false),
  };
}

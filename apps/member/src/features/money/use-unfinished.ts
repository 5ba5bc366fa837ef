import { useState } from 'react';
import { useLocale } from 'use-intl';
import { isHalfGrouped } from '../../ui/amount-input/type-amount.ts';

interface Unfinished {
  /** True while the field has the focus and its text is obviously incomplete: there is no error to show yet. */
  isUnfinished: boolean;
  noteTyped(text: string): void;
  noteLeft(): void;
}

/** Whether an amount field was emptied to type another amount, or is in the middle of typed thousands. */
export function useUnfinished(): Unfinished {
  const locale = useLocale();
  const [isUnfinished, setUnfinished] = useState(false);
  return {
    isUnfinished,
    noteTyped: (text) => setUnfinished(text.trim() === '' || isHalfGrouped(text, locale)),
    noteLeft: () => setUnfinished(false),
  };
}

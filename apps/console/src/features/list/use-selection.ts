import { useState } from 'react';
import { useText } from '../language/use-text.ts';
import type { Selection } from './rows.tsx';

/** Selected rows of the shown page. Rows that leave the page are no longer selected. */
export function useSelection<Row extends { key: string }>(
  rows: readonly Row[] | undefined,
): { selected: readonly Row[]; selection: Selection; clear: () => void } {
  const t = useText();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selected = rows?.filter(({ key }) => keys.has(key)) ?? [];
  const isWhole = rows !== undefined && selected.length === rows.length;
  return {
    selected,
    clear: () => setKeys(new Set()),
    selection: {
      keys,
      toggle: (key) => setKeys(new Set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key])),
      toggleAll: () => setKeys(new Set(isWhole ? [] : rows?.map(({ key }) => key))),
      labelOf: (name) => t('list.select', { name }),
      allLabel: t('list.selectAll'),
    },
  };
}

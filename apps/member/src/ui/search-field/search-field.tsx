import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../button/button.tsx';
import styles from './search-field.module.css';
import { SEARCH_LENGTH_MAX, searchText } from './search-text.ts';

const WAIT_MS = 300;

interface SearchFieldProps {
  label: string;
  clearLabel: string;
  /** The search text; the parent may change it. */
  value: string;
  onChange(value: string): void;
}

/** A search field that reports after a short pause in typing. */
export function SearchField({ label, clearLabel, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== known) {
    setKnown(value);
    if (value !== searchText(typed)) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(next: string, waitMs: number): void {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(searchText(next)), waitMs);
  }

  return (
    <search>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          ask(typed, 0);
          field.current?.blur();
        }}
      >
        <Search size={20} strokeWidth={1.75} aria-hidden="true" className={styles.searchSign} />
        <input
          ref={field}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={SEARCH_LENGTH_MAX}
          aria-label={label}
          placeholder={label}
          className={styles.input}
          value={typed}
          onChange={(event) => ask(event.target.value, WAIT_MS)}
        />
        {typed === '' ? null : (
          <IconButton
            label={clearLabel}
            onClick={() => {
              ask('', 0);
              field.current?.focus();
            }}
          >
            <X size={20} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </form>
    </search>
  );
}

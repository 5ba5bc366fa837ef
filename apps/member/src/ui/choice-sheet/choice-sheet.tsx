import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextField } from '../field/text-field.tsx';
import { Sheet } from '../sheet/sheet.tsx';
import styles from './choice-sheet.module.css';
import type { Choice } from './match-choice.ts';
import { foundBy } from './match-choice.ts';

interface ChoiceSheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** Label of the search field. */
  searchLabel: string;
  choices: readonly Choice[];
  value: string | null;
  onChoose(value: string): void;
}

/** A sheet to choose one of a long list, with a search field. */
export function ChoiceSheet({ open, onOpenChange, title, searchLabel, choices, value, onChoose }: ChoiceSheetProps) {
  const t = useTranslations('choice');
  const [search, setSearch] = useState('');
  const found = choices.filter((choice) => foundBy(search, choice));
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (next) setSearch('');
        onOpenChange(next);
      }}
      title={title}
    >
      <div className={styles.sheet}>
        <TextField
          type="search"
          label={searchLabel}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p role="status" className={found.length === 0 ? styles.none : 'visually-hidden'}>
          {t('found', { count: found.length })}
        </p>
        <ul className={styles.list}>
          {found.map((choice) => (
            <li key={choice.value}>
              <button
                type="button"
                className={styles.row}
                aria-pressed={choice.value === value}
                onClick={() => {
                  onChoose(choice.value);
                  setSearch('');
                  onOpenChange(false);
                }}
              >
                <span className={styles.label}>{choice.label}</span>
                {choice.note === undefined ? null : <bdi className={styles.note}>{choice.note}</bdi>}
                {choice.value === value ? <Check size={20} strokeWidth={1.75} aria-hidden="true" /> : null}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

import type { FilterOptionsState } from '@mui/material/useAutocomplete';
import { hasWords } from '@tercet/contract/words.ts';

/** Options of an autocomplete that have every typed word, in any spelling, width and composition. */
export function matchWords<T>(options: T[], { inputValue, getOptionLabel }: FilterOptionsState<T>): T[] {
  return options.filter((option) => hasWords(getOptionLabel(option), inputValue));
}

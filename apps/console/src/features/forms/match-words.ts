import type { FilterOptionsState } from '@mui/material/useAutocomplete';
import { hasWords } from '@tercet/contract/words.ts';

/** Autocomplete options that contain every typed word, whatever its case, width and Unicode composition. */
export function matchWords<T>(options: T[], { inputValue, getOptionLabel }: FilterOptionsState<T>): T[] {
  return options.filter((option) => hasWords(getOptionLabel(option), inputValue));
}

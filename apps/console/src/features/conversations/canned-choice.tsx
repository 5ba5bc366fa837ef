import Autocomplete from '@mui/material/Autocomplete';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { type CannedAnswer, readCanned } from '../../api/members/canned.ts';
import { useHouse } from '../format/use-money.ts';
import { matchWords } from '../forms/match-words.ts';
import { useText } from '../language/use-text.ts';
import { type LanguageCode, memberLanguage, readAs } from '../words/member-languages.ts';
import { textsOf } from '../words/plain-texts.ts';

interface CannedChoiceProps {
  /** Message group; it names the reader. */
  words: 'desk' | 'visitors';
  /** The reader's language; null if none is chosen. */
  locale: string | null;
  inputRef: Ref<HTMLInputElement>;
  onChosen: (text: string) => void;
}

/** Finds a canned answer by title and inserts it, in the reader's language if available. */
export function CannedChoice({ words, locale, inputRef, onChosen }: CannedChoiceProps) {
  const t = useText();
  const house = useHouse().data?.locale ?? 'en';
  const { data = [] } = useQuery({ queryKey: ['canned', 'offered'], queryFn: ({ signal }) => readCanned(signal) });
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<LanguageCode | null>(null);
  const offered = data.filter(({ hidden }) => !hidden);
  if (offered.length === 0) return null;
  const wanted = memberLanguage(locale ?? house).code;
  const choose = (one: CannedAnswer | null) => {
    const read = one === null ? null : readAs(textsOf(one.texts), wanted, house);
    setTyped('');
    if (read === null) return;
    setChosen(read.language);
    onChosen(read.words.text);
  };
  return (
    <Stack spacing={0.5}>
      <Autocomplete
        options={offered}
        value={null}
        inputValue={typed}
        onInputChange={(_, next, reason) => reason !== 'reset' && setTyped(next)}
        onChange={(_, one) => choose(one)}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ id }) => id}
        filterOptions={matchWords}
        blurOnSelect
        autoHighlight
        noOptionsText={t('desk.noCanned')}
        openText={t('desk.canned')}
        closeText={t('actions.cancel')}
        renderInput={(params) => (
          <TextField {...params} inputRef={inputRef} label={t('desk.canned')} helperText={t(`${words}.cannedHint`)} />
        )}
        sx={{ maxWidth: 520 }}
      />
      <Typography role="status" variant="body2" color="textSecondary">
        {chosen === null
          ? ''
          : chosen === wanted
            ? t(`${words}.insertedIn`, { language: memberLanguage(chosen).name })
            : t(`${words}.insertedInstead`, {
                language: memberLanguage(chosen).name,
                wanted: memberLanguage(wanted).name,
              })}
      </Typography>
    </Stack>
  );
}

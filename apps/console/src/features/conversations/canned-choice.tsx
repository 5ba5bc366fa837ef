import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { hasWords } from '@tercet/contract/words.ts';
import { type Ref, useState } from 'react';
import { type CannedAnswer, readCanned } from '../../api/members/canned.ts';
import { useHouse } from '../format/use-money.ts';
import { useText } from '../language/use-text.ts';
import { type LanguageCode, memberLanguage, readAs } from '../words/member-languages.ts';
import { textsOf } from '../words/plain-texts.ts';
import { fillReply, type ReplyValues } from './fill-reply.ts';

interface CannedChoiceProps {
  /** Message group; it names the reader. */
  words: 'desk' | 'visitors';
  /** The reader's language; null if none is chosen. */
  locale: string | null;
  /** What the reply's braces become. */
  values: ReplyValues;
  inputRef: Ref<HTMLInputElement>;
  onChosen: (text: string) => void;
}

/** Finds a canned answer by its title or texts and inserts it, in the reader's language if available. */
export function CannedChoice({ words, locale, values, inputRef, onChosen }: CannedChoiceProps) {
  const t = useText();
  const about = useHouse().data;
  const house = about?.locale ?? 'en';
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
    onChosen(fillReply(read.words.text, { ...values, ...(about === undefined ? {} : { house: about.name }) }));
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
        filterOptions={(options, { inputValue }) => options.filter((one) => hasWords(wordsOf(one), inputValue))}
        renderOption={({ key, ...item }, one) => (
          <Box component="li" key={key} {...item}>
            <Stack sx={{ minWidth: 0 }}>
              {one.title}
              <Typography variant="caption" color="textSecondary" noWrap>
                {readAs(textsOf(one.texts), wanted, house)?.words.text}
              </Typography>
            </Stack>
          </Box>
        )}
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

/** Everything that a search finds a reply by. */
function wordsOf({ title, texts }: CannedAnswer): string {
  return [title, ...Object.values(texts)].join(' ');
}

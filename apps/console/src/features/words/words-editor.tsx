import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { LANGUAGES } from '@tercet/contract/languages.ts';
import { dropInvisible } from '@tercet/contract/words.ts';
import { type ReactNode, useState } from 'react';
import { useHouse } from '../format/use-money.ts';
import { useText } from '../language/use-text.ts';
import { type LanguageCode, memberLanguage, readAs, type Texts, writtenIn } from './member-languages.ts';

export interface WordsField<Field extends string> {
  name: Field;
  label: string;
  lengthMax: number;
  rows?: number;
  /** Below the field. */
  hint?: string;
}

interface WordsEditorProps<Field extends string> {
  fields: readonly WordsField<Field>[];
  texts: Texts<Field>;
  onChange: (texts: Texts<Field>) => void;
  /** Names of the fields that the server refused. */
  wrong?: readonly string[];
  disabled?: boolean;
  /** Renders a member's view. */
  preview: (words: Readonly<Record<Field, string>>, spoken: { lang: string; dir: 'ltr' | 'rtl' }) => ReactNode;
}

/** Editor for texts in each language, with a preview of the member's view. */
export function WordsEditor<Field extends string>(props: WordsEditorProps<Field>) {
  const { fields, texts, onChange, wrong = [], disabled = false, preview } = props;
  const t = useText();
  const house = useHouse().data?.locale ?? 'en';
  const [chosen, setChosen] = useState<LanguageCode | null>(null);
  const code = chosen ?? memberLanguage(house).code;
  const { dir } = memberLanguage(code);
  const words = texts[code];
  const written = writtenIn(texts);
  const wanted = [...new Set([memberLanguage(house).code, 'en' as const])].filter((one) => !written.includes(one));
  const write = (name: Field, text: string) => {
    const blank = Object.fromEntries(fields.map((field) => [field.name, ''])) as Record<Field, string>;
    onChange({ ...texts, [code]: { ...blank, ...words, [name]: text } });
  };
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 392px' } }}>
      <Stack spacing={2}>
        <LanguageSelect value={code} onChange={setChosen} written={written} />
        {fields.map(({ name, label, lengthMax, rows = 1, hint }) => (
          <TextField
            key={name}
            label={label}
            helperText={hint}
            value={words?.[name] ?? ''}
            onChange={(event) => write(name, event.target.value)}
            error={wrong.includes(name)}
            disabled={disabled}
            multiline={rows > 1}
            {...(rows > 1 ? { minRows: rows, maxRows: 12 } : {})}
            slotProps={{ htmlInput: { lang: code, dir, maxLength: lengthMax } }}
          />
        ))}
        {wanted.length === 0 ? null : (
          <Typography color="textSecondary">
            {t('words.wanted', { languages: wanted.map((one) => memberLanguage(one).name).join(', ') })}
          </Typography>
        )}
      </Stack>
      <Preview code={code} house={house} texts={texts} preview={preview} />
    </Box>
  );
}

interface LanguageSelectProps {
  value: LanguageCode;
  onChange: (code: LanguageCode) => void;
  written: readonly LanguageCode[];
}

export function LanguageSelect({ value, onChange, written }: LanguageSelectProps) {
  const t = useText();
  return (
    <TextField
      select
      label={t('words.language')}
      value={value}
      onChange={(event) => onChange(event.target.value as LanguageCode)}
      sx={{ maxWidth: 320 }}
    >
      {LANGUAGES.map(({ code, name }) => (
        <MenuItem key={code} value={code} lang={code}>
          {written.includes(code) ? t('words.written', { language: name }) : name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Without invisible characters, as the server stores it. */
function asStored<Field extends string>(words: Readonly<Record<Field, string>>): Record<Field, string> {
  const stored = Object.entries<string>(words).map(([field, text]) => [field, dropInvisible(text)]);
  return Object.fromEntries(stored) as Record<Field, string>;
}

interface PreviewProps<Field extends string> extends Pick<WordsEditorProps<Field>, 'texts' | 'preview'> {
  code: LanguageCode;
  house: string;
}

/** Preview in one language. Without a text, shows the fallback that readers of that language see, and says so. */
export function Preview<Field extends string>({ code, house, texts, preview }: PreviewProps<Field>) {
  const t = useText();
  const seen = readAs(texts, code, house);
  return (
    <Stack spacing={1} component="section" aria-label={t('words.preview')}>
      <Typography variant="subtitle2" component="h3">
        {t('words.preview')}
      </Typography>
      {seen === null ? (
        <Typography color="textSecondary">{t('words.nothing')}</Typography>
      ) : (
        preview(asStored(seen.words), { lang: seen.language, dir: memberLanguage(seen.language).dir })
      )}
      {seen !== null && seen.language !== code ? (
        <Alert severity="info" variant="outlined">
          {t('words.readAs', {
            language: memberLanguage(code).name,
            shown: memberLanguage(seen.language).name,
          })}
        </Alert>
      ) : null}
    </Stack>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dropInvisible } from '@tercet/contract/words.ts';
import type { ReactNode } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { memberLanguage, type Texts, writtenIn } from './member-languages.ts';

interface PublishDialogProps<Field extends string> {
  open: boolean;
  title: string;
  about: string;
  act: string;
  texts: Texts<Field>;
  /** Renders a member's view. */
  preview: (words: Readonly<Record<Field, string>>, spoken: { lang: string; dir: 'ltr' | 'rtl' }) => ReactNode;
  busy: boolean;
  error: unknown;
  onAct: () => void;
  onClose: () => void;
}

/** Shows texts as members will see them, in each written language, before everybody sees them. */
export function PublishDialog<Field extends string>({ about, texts, preview, ...dialog }: PublishDialogProps<Field>) {
  return (
    <ActDialog {...dialog} about={<Typography>{about}</Typography>}>
      {writtenIn(texts).map((code) => {
        const { name, dir } = memberLanguage(code);
        const words = Object.entries<string>(texts[code] ?? {}).map(([field, text]) => [field, dropInvisible(text)]);
        return (
          <Box key={code} component="section" aria-label={name}>
            <Typography variant="subtitle2" component="h3" lang={code} gutterBottom>
              {name}
            </Typography>
            {preview(Object.fromEntries(words) as Record<Field, string>, { lang: code, dir })}
          </Box>
        );
      })}
    </ActDialog>
  );
}

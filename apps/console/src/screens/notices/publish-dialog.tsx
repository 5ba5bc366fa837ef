import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dropInvisible } from '@tercet/contract/words.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { memberLanguage, type Texts, writtenIn } from '../../features/words/member-languages.ts';
import { NoticePreview } from './notice-preview.tsx';
import type { NoticeField } from './notice-texts.ts';

interface PublishDialogProps {
  open: boolean;
  title: string;
  about: string;
  act: string;
  texts: Texts<NoticeField>;
  busy: boolean;
  error: unknown;
  onAct: () => void;
  onClose: () => void;
}

/** Shows a notice as members will see it, in each of its languages, before it is published. */
export function PublishDialog({ about, texts, ...dialog }: PublishDialogProps) {
  return (
    <ActDialog {...dialog} about={<Typography>{about}</Typography>}>
      {writtenIn(texts).map((code) => {
        const { name, dir } = memberLanguage(code);
        const { title = '', text = '' } = texts[code] ?? {};
        return (
          <Box key={code} component="section" aria-label={name}>
            <Typography variant="subtitle2" component="h3" lang={code} gutterBottom>
              {name}
            </Typography>
            <NoticePreview title={dropInvisible(title)} text={dropInvisible(text)} spoken={{ lang: code, dir }} />
          </Box>
        );
      })}
    </ActDialog>
  );
}

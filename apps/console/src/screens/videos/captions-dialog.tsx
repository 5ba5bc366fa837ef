import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type Film, sendCaptions } from '../../api/library/films.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { FileButton } from '../../features/forms/file-button.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { type LanguageCode, memberLanguage } from '../../features/words/member-languages.ts';
import { LanguageSelect } from '../../features/words/words-editor.tsx';

const BYTES_MAX = 512 * 1_024;

/** Uploads captions as a file or as text. Replaces those of the same language. */
export function CaptionsDialog({ film, onClose }: { film: Film; onClose: () => void }) {
  const t = useText();
  const house = useHouse().data?.locale ?? 'en';
  const [chosen, setChosen] = useState<LanguageCode | null>(null);
  const [text, setText, draft] = useDraft(`films/${film.id}/captions`, '');
  const [unread, setUnread] = useState<unknown>(null);
  const locale = chosen ?? memberLanguage(house).code;
  const act = useAct(() => sendCaptions(film.id, locale, text), {
    draft,
    confirmation: ({ cues }) => t('captions.done.set', { cues }),
    onDone: onClose,
  });
  const read = (file: File) => {
    setUnread(null);
    readText(file).then(setText, setUnread);
  };
  return (
    <ActDialog
      open
      title={t('captions.add')}
      about={<Typography>{t('captions.addAbout')}</Typography>}
      act={t('captions.act')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <LanguageSelect
        value={locale}
        onChange={setChosen}
        written={film.captions.map((one) => memberLanguage(one.locale).code)}
      />
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <FileButton accept=".vtt,text/vtt" onFile={read}>
          {t('captions.choose')}
        </FileButton>
        <Typography color="textSecondary">{t('captions.hint')}</Typography>
      </Stack>
      <FormProblem error={unread} />
      <TextField
        label={t('captions.text')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        minRows={6}
        maxRows={14}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
    </ActDialog>
  );
}

/** Throws a `Problem` if the file is not UTF-8 text, or too long. */
async function readText(file: File): Promise<string> {
  if (file.size > BYTES_MAX) throw new Problem('bad-captions', 0, { what: 'too-long', line: 1 });
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Problem('file-gone', 0);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('bad-captions', 0, { what: 'signs', line: 1 });
  }
}

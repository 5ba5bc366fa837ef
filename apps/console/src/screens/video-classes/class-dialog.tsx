import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { changeClass, createClass, type VideoClass } from '../../api/library/videos.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { wrongFields } from '../../features/forms/wrong-fields.ts';
import { useText } from '../../features/language/use-text.ts';
import {
  type LanguageCode,
  memberLanguage,
  onlyWritten,
  type Texts,
  writtenIn,
} from '../../features/words/member-languages.ts';
import { LanguageSelect } from '../../features/words/words-editor.tsx';

interface ClassDialogProps {
  /** Null: a new class. */
  known: VideoClass | null;
  onClose: () => void;
}

/** Name of a class in each language, its position, and whether members see it. */
export function ClassDialog({ known, onClose }: ClassDialogProps) {
  const t = useText();
  const { data: house } = useHouse();
  const [language, setLanguage] = useState<LanguageCode | null>(null);
  const { draft, change, unsaved, act } = useClassForm(known, house?.locale ?? 'en', onClose);
  const code = language ?? memberLanguage(house?.locale ?? 'en').code;
  const wrong = wrongFields(act.error);
  return (
    <ActDialog
      open
      title={t(known === null ? 'classes.create' : 'classes.change')}
      about={<Typography>{t('classes.about')}</Typography>}
      act={t('classes.save')}
      busy={act.isPending}
      error={act.error}
      draft={unsaved}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <LanguageSelect value={code} onChange={setLanguage} written={writtenIn(draft.texts)} />
      <TextField
        label={t('classes.name')}
        value={draft.texts[code]?.name ?? ''}
        onChange={(event) => change({ texts: { ...draft.texts, [code]: { name: event.target.value } } })}
        error={wrong.includes('texts')}
        required
        slotProps={{ htmlInput: { lang: code, dir: memberLanguage(code).dir, maxLength: 60 } }}
      />
      {known === null ? (
        <TextField
          label={t('classes.slug')}
          helperText={t('classes.slugHint')}
          value={draft.slug}
          onChange={(event) => change({ slug: event.target.value })}
          error={wrong.includes('slug')}
          required
          slotProps={{ htmlInput: { maxLength: 32, spellCheck: false, autoCapitalize: 'none' } }}
        />
      ) : null}
      <TextField
        label={t('classes.position')}
        helperText={t('classes.positionHint')}
        value={draft.position}
        onChange={(event) => change({ position: event.target.value })}
        error={wrong.includes('position')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormControlLabel
        control={<Switch checked={draft.hidden} onChange={(event) => change({ hidden: event.target.checked })} />}
        label={t('classes.hide')}
      />
    </ActDialog>
  );
}

interface ClassDraft {
  texts: Texts<'name'>;
  slug: string;
  /** As typed. */
  position: string;
  hidden: boolean;
}

function useClassForm(known: VideoClass | null, house: string, onDone: () => void) {
  const t = useText();
  const [draft, setDraft, unsaved] = useDraft<ClassDraft>(`video-classes/${known?.id ?? 'new'}`, {
    texts: known?.texts ?? {},
    slug: known?.slug ?? '',
    position: String(known?.position ?? 10),
    hidden: known?.hidden ?? false,
  });
  const act = useAct(
    async () => {
      const { slug, hidden } = draft;
      const texts = onlyWritten(draft.texts);
      const missing = {
        ...(texts[house] === undefined ? { texts: 'fill-in' } : {}),
        ...(known === null && !/^[a-z][a-z0-9-]*$/.test(slug) ? { slug: 'fill-in' } : {}),
        ...(/^\d{1,3}$/.test(draft.position.trim()) ? {} : { position: 'fill-in' }),
      };
      if (Object.keys(missing).length > 0) throw new Problem('class-incomplete', 0, {}, missing);
      const plan = { texts, position: Number(draft.position.trim()), hidden };
      return known === null ? createClass({ ...plan, slug }) : changeClass(known.id, plan);
    },
    { draft: unsaved, confirmation: () => t('classes.done'), onDone },
  );
  const change = (part: Partial<ClassDraft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, unsaved, act };
}

import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { changeLotteryClass, createLotteryClass, type LotteryClass } from '../../api/house/lottery-classes.ts';
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
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { usePublishCheck } from '../../features/words/use-publish-check.ts';
import { LanguageSelect } from '../../features/words/words-editor.tsx';
import { ClassTab } from './class-tab.tsx';

interface ClassDialogProps {
  /** Null: a new class. */
  known: LotteryClass | null;
  onClose: () => void;
}

/** Name of a class in each language, its position, and whether members see it; then a preview to confirm. */
export function ClassDialog({ known, onClose }: ClassDialogProps) {
  const house = useHouse().data?.locale;
  if (house === undefined) return null;
  return <ClassForm known={known} house={memberLanguage(house).code} onClose={onClose} />;
}

function ClassForm({ known, house, onClose }: ClassDialogProps & { house: LanguageCode }) {
  const t = useText();
  const [code, setCode] = useState<LanguageCode>(house);
  const { draft, change, unsaved, act, check } = useClassForm(known, house, onClose);
  const wrong = wrongFields(act.error ?? check.problem);
  if (check.isOpen) {
    return (
      <PublishDialog
        open
        title={t('lotteryClasses.seen')}
        about={t(draft.hidden ? 'lotteryClasses.hidesNow' : 'lotteryClasses.showsNow')}
        act={t('lotteryClasses.save')}
        texts={draft.texts}
        preview={({ name }, spoken) => <ClassTab name={name} spoken={spoken} />}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={check.close}
      />
    );
  }
  return (
    <ActDialog
      open
      title={t(known === null ? 'lotteryClasses.create' : 'lotteryClasses.changeTitle')}
      about={<Typography>{t('lotteryClasses.about')}</Typography>}
      act={t('lotteryClasses.check')}
      busy={false}
      error={check.problem}
      draft={unsaved}
      onAct={check.begin}
      onClose={onClose}
    >
      <LanguageSelect value={code} onChange={setCode} written={writtenIn(draft.texts)} />
      <TextField
        label={t('lotteryClasses.name')}
        value={draft.texts[code]?.name ?? ''}
        onChange={(event) => change({ texts: { ...draft.texts, [code]: { name: event.target.value } } })}
        error={code === house && wrong.includes('name')}
        required={code === house}
        autoFocus
        slotProps={{ htmlInput: { lang: code, dir: memberLanguage(code).dir, maxLength: 60 } }}
      />
      {known === null ? (
        <TextField
          label={t('lotteryClasses.key')}
          helperText={t('lotteryClasses.keyHint')}
          value={draft.key}
          onChange={(event) => change({ key: event.target.value })}
          error={wrong.includes('key')}
          required
          slotProps={{ htmlInput: { maxLength: 32, spellCheck: false, autoCapitalize: 'none' } }}
        />
      ) : null}
      <TextField
        label={t('lotteryClasses.position')}
        helperText={t('lotteries.positionHint')}
        value={draft.position}
        onChange={(event) => change({ position: event.target.value })}
        error={wrong.includes('position')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormControlLabel
        control={<Switch checked={draft.hidden} onChange={(_, hidden) => change({ hidden })} />}
        label={t('lotteryClasses.hide')}
      />
    </ActDialog>
  );
}

interface ClassDraft {
  texts: Texts<'name'>;
  key: string;
  /** As typed. */
  position: string;
  hidden: boolean;
}

function useClassForm(known: LotteryClass | null, house: LanguageCode, onDone: () => void) {
  const t = useText();
  const [draft, setDraft, unsaved] = useDraft<ClassDraft>(`lottery-classes/${known?.key ?? 'new'}`, {
    texts: known === null ? {} : { ...known.texts, [house]: { name: known.name } },
    key: known?.key ?? '',
    position: String(known?.position ?? 10),
    hidden: known?.hidden ?? false,
  });
  const act = useAct(
    () => {
      const { [house]: own, ...texts } = onlyWritten(draft.texts);
      const plan = { name: own?.name ?? '', texts, position: Number(draft.position.trim()), hidden: draft.hidden };
      return known === null ? createLotteryClass({ ...plan, key: draft.key }) : changeLotteryClass(known.key, plan);
    },
    { draft: unsaved, confirmation: () => t('lotteryClasses.done'), onDone },
  );
  const check = usePublishCheck(() => {
    const missing = {
      ...((draft.texts[house]?.name ?? '').trim() === '' ? { name: 'fill-in' } : {}),
      ...(known === null && !/^[a-z][a-z0-9-]*$/.test(draft.key) ? { key: 'fill-in' } : {}),
      ...(/^\d{1,3}$/.test(draft.position.trim()) ? {} : { position: 'fill-in' }),
    };
    return Object.keys(missing).length === 0 ? null : new Problem('class-incomplete', 0, {}, missing);
  });
  const change = (part: Partial<ClassDraft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, unsaved, act, check };
}

import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type Lottery, type LotteryShowing, showLottery } from '../../api/house/lotteries.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import {
  type LanguageCode,
  memberLanguage,
  onlyWritten,
  type Texts,
  writtenIn,
} from '../../features/words/member-languages.ts';
import { PublishDialog } from '../../features/words/publish-dialog.tsx';
import { LanguageSelect } from '../../features/words/words-editor.tsx';
import { LotteryWords } from './lottery-words.tsx';

/** Name, description and position of a lottery; nothing about its rules. */
export function DisplayDialog({ lottery }: { lottery: Lottery }) {
  const t = useText();
  const may = useMay();
  const house = useHouse().data?.locale;
  const [open, setOpen] = useState(false);
  if (!may('PUT /api/console/lotteries/{key}')) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)} disabled={house === undefined}>
        {t('lotteries.change')}
      </Button>
      {open && house !== undefined ? (
        <Dialog lottery={lottery} house={memberLanguage(house).code} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

type Words = Texts<'name' | 'description'>;

interface DialogProps {
  lottery: Lottery;
  house: LanguageCode;
  onClose: () => void;
}

function Dialog({ lottery, house, onClose }: DialogProps) {
  const t = useText();
  const own = { name: lottery.name, description: lottery.description };
  const [form, setForm, draft] = useDraft<{ texts: Words; hot: boolean; hidden: boolean; position: string }>(
    `lotteries/${lottery.key}/display`,
    {
      texts: { ...lottery.texts, [house]: own },
      hot: lottery.hot,
      hidden: lottery.hidden,
      position: String(lottery.position),
    },
  );
  const { texts, hot, hidden, position } = form;
  const [isChecked, setIsChecked] = useState(false);
  const [code, setCode] = useState<LanguageCode>(house);
  const isPlace = /^\d{1,3}$/.test(position.trim());
  const nameless = writtenIn(texts).find((one) => texts[one]?.name.trim() === '') ?? (texts[house] ? null : house);
  const act = useAct(
    () => showLottery(lottery.key, showingOf(texts, house, { hot, hidden, position: Number(position) })),
    {
      draft,
      confirmation: () => t('lotteries.done.show'),
      onDone: onClose,
    },
  );
  const save = () => {
    // Show the language without a name, so that the missing field is visible.
    if (nameless !== null) setCode(nameless);
    else if (isPlace) setIsChecked(true);
  };
  const words = texts[code] ?? { name: '', description: '' };
  const write = (change: Partial<typeof words>) =>
    setForm({ ...form, texts: { ...texts, [code]: { ...words, ...change } } });
  const { dir } = memberLanguage(code);
  if (isChecked) {
    return (
      <PublishDialog
        open
        title={t('lotteries.showingSeen')}
        about={t(hidden ? 'lotteries.hidesNow' : 'lotteries.showsNow')}
        act={t('lotteries.save')}
        texts={texts}
        preview={(seen, spoken) => <LotteryWords words={seen} spoken={spoken} />}
        busy={act.isPending}
        error={act.error}
        onAct={() => act.mutate(undefined)}
        onClose={() => setIsChecked(false)}
      />
    );
  }
  return (
    <ActDialog
      open
      title={t('lotteries.showing')}
      act={t('lotteries.check')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={save}
      onClose={onClose}
    >
      <LanguageSelect value={code} onChange={setCode} written={writtenIn(texts)} />
      <TextField
        label={t('lotteries.name')}
        value={words.name}
        onChange={(event) => write({ name: event.target.value })}
        error={nameless === code}
        required={code === house}
        autoFocus
        slotProps={{ htmlInput: { maxLength: 60, lang: code, dir } }}
      />
      <TextField
        label={t('lotteries.description')}
        value={words.description}
        onChange={(event) => write({ description: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200, lang: code, dir } }}
      />
      <Typography color="textSecondary">{t('lotteries.otherLanguages')}</Typography>
      <TextField
        label={t('lotteries.position')}
        helperText={t('lotteries.positionHint')}
        value={position}
        onChange={(event) => setForm({ ...form, position: event.target.value })}
        error={!isPlace}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <FormControlLabel
        control={<Switch checked={hot} onChange={(_, next) => setForm({ ...form, hot: next })} />}
        label={t('lotteries.hotLabel')}
      />
      <FormControlLabel
        control={<Switch checked={hidden} onChange={(_, next) => setForm({ ...form, hidden: next })} />}
        label={t('lotteries.hideLabel')}
      />
    </ActDialog>
  );
}

/** Splits the texts into the house's language and the others. */
function showingOf(
  texts: Words,
  house: LanguageCode,
  rest: { hot: boolean; hidden: boolean; position: number },
): LotteryShowing {
  const { [house]: own, ...others } = onlyWritten(texts);
  return { ...rest, name: own?.name ?? '', description: own?.description ?? '', texts: others };
}

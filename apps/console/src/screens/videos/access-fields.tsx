import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { AGES, readClasses } from '../../api/library/videos.ts';
import { AmountField } from '../../features/forms/amount-field.tsx';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import type { VideoDraft } from './video-draft.ts';

interface FieldsProps {
  draft: VideoDraft;
  onChange: (part: Partial<VideoDraft>) => void;
  wrong: readonly string[];
  disabled: boolean;
}

const GRID = { display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, 280px)' } };
const KINDS = ['house', 'free', 'balance', 'bought'] as const;

/** Position, age limit and start of a title. */
export function PlaceFields({ draft, onChange, wrong, disabled }: FieldsProps) {
  const t = useText();
  return (
    <Box sx={GRID}>
      <ClassField draft={draft} onChange={onChange} wrong={wrong} disabled={disabled} />
      <TextField
        select
        label={t('videos.age')}
        helperText={t('videos.ageHint')}
        value={draft.age}
        onChange={(event) => onChange({ age: AGES.find((age) => age === Number(event.target.value)) ?? 16 })}
        disabled={disabled}
      >
        {AGES.map((age) => (
          <MenuItem key={age} value={age}>
            {age === 0 ? t('videos.ageAll') : t('videos.from', { age })}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t('videos.start')}
        helperText={t('videos.startHint')}
        value={draft.start}
        onChange={(event) => onChange({ start: event.target.value })}
        error={wrong.includes('startMs')}
        disabled={disabled}
        slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
      />
      <FormControlLabel
        control={
          <Switch
            checked={draft.recommended}
            onChange={(event) => onChange({ recommended: event.target.checked })}
            disabled={disabled}
          />
        }
        label={t('videos.recommended')}
      />
    </Box>
  );
}

function ClassField({ draft, onChange, wrong, disabled }: FieldsProps) {
  const t = useText();
  const words = useHouseWords();
  const { data, error, refetch } = useQuery({
    queryKey: ['video-classes'],
    queryFn: ({ signal }) => readClasses(signal),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const classes = data ?? [];
  return (
    <TextField
      select
      label={t('videos.class')}
      helperText={data === undefined ? t('state.loading') : classes.length === 0 ? t('videos.classNone') : undefined}
      value={classes.some(({ id }) => id === draft.classId) ? draft.classId : ''}
      onChange={(event) => onChange({ classId: event.target.value })}
      error={wrong.includes('classId')}
      disabled={disabled || classes.length === 0}
      required
    >
      {classes.map(({ id, texts, hidden }) => (
        <MenuItem key={id} value={id}>
          {words(texts, 'name')}
          {hidden ? ` (${t('classes.hidden')})` : null}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Access and price of a title. */
export function AccessFields({ draft, onChange, wrong, disabled }: FieldsProps) {
  const t = useText();
  const { kind } = draft;
  return (
    <Box sx={GRID}>
      <TextField
        select
        label={t('videos.access')}
        helperText={t(`videos.accessHint.${kind}`)}
        value={kind}
        onChange={(event) => onChange({ kind: KINDS.find((one) => one === event.target.value) ?? 'house' })}
        error={wrong.includes('access')}
        disabled={disabled}
      >
        {KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`videos.kind.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {kind === 'balance' || kind === 'bought' ? (
        <AmountField
          label={t(kind === 'balance' ? 'videos.balance' : 'videos.price')}
          value={draft.amount}
          onChange={(amount) => onChange({ amount })}
          disabled={disabled}
        />
      ) : null}
      {kind === 'bought' ? (
        <TextField
          label={t('videos.hours')}
          helperText={t('videos.hoursHint')}
          value={draft.hours}
          onChange={(event) => onChange({ hours: event.target.value })}
          disabled={disabled}
          required
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        />
      ) : null}
    </Box>
  );
}

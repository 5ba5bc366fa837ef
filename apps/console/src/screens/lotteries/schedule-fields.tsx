import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { LotteryClass } from '../../api/house/lottery-classes.ts';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';
import { ICONS, type LotteryDraft, PERIODS_SECONDS } from './new-lottery-draft.ts';
import type { Layout } from './odds-draft.ts';

interface ScheduleFieldsProps {
  draft: LotteryDraft;
  classes: readonly LotteryClass[];
  /** Names of missing fields. */
  wrong: readonly string[];
  onChange: (part: Partial<LotteryDraft>) => void;
  /** Replaces the odds by those of the layout. */
  onLayout: (layout: Layout) => void;
}

/** Layout, key and period length, which never change, and the place of a new lottery. */
export function ScheduleFields({ draft, classes, wrong, onChange, onLayout }: ScheduleFieldsProps) {
  const t = useText();
  return (
    <Section title={t('lotteries.schedule')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))' }}>
        <TextField
          select
          label={t('lotteries.layout')}
          helperText={t('lotteries.neverChanges')}
          value={draft.layout}
          onChange={(event) => onLayout(event.target.value as Layout)}
        >
          <MenuItem value="sic-bo">{t('lotteries.layouts.sicBo')}</MenuItem>
          <MenuItem value="sums">{t('lotteries.layouts.sums')}</MenuItem>
        </TextField>
        <TextField
          label={t('lotteries.key')}
          helperText={t('lotteries.keyHint')}
          value={draft.key}
          onChange={(event) => onChange({ key: event.target.value })}
          error={wrong.includes('key')}
          required
          slotProps={{ htmlInput: { maxLength: 32, spellCheck: false, autoCapitalize: 'none' } }}
        />
        <TextField
          select
          label={t('lotteries.period')}
          helperText={t('lotteries.neverChanges')}
          value={draft.periodSeconds}
          onChange={(event) => onChange({ periodSeconds: Number(event.target.value) })}
        >
          {PERIODS_SECONDS.map((seconds) => (
            <MenuItem key={seconds} value={seconds}>
              {t('rules.seconds', { seconds })}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('lotteries.class')}
          value={draft.class}
          onChange={(event) => onChange({ class: event.target.value })}
          error={wrong.includes('class')}
          required
        >
          {classes.map(({ key, name }) => (
            <MenuItem key={key} value={key}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('lotteries.icon')}
          value={draft.icon}
          onChange={(event) => onChange({ icon: event.target.value as LotteryDraft['icon'] })}
        >
          {ICONS.map((icon) => (
            <MenuItem key={icon} value={icon}>
              {t(`lotteries.icons.${icon}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('lotteries.position')}
          helperText={t('lotteries.positionHint')}
          value={draft.position}
          onChange={(event) => onChange({ position: event.target.value })}
          error={wrong.includes('position')}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      </Box>
      <FormControlLabel
        control={<Switch checked={draft.hot} onChange={(_, hot) => onChange({ hot })} />}
        label={t('lotteries.hotLabel')}
        sx={{ mt: 1 }}
      />
    </Section>
  );
}

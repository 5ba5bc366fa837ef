import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TablePreview } from '../../api/house/lotteries.ts';
import { AmountField } from '../../features/forms/amount-field.tsx';
import { useText } from '../../features/language/use-text.ts';
import { MembersTable } from '../../features/odds/members-table.tsx';
import { ODDS_AMOUNTS } from '../../features/odds/odds-fields.ts';
import { TableVerdict } from '../../features/odds/table-verdict.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { Section } from '../../ui/section.tsx';
import { BetFields } from './bet-fields.tsx';
import type { OddsDraft } from './odds-draft.ts';

interface OddsFormProps {
  /** Name of the lottery, for the members' view. */
  name: string;
  draft: OddsDraft;
  /** False while a field cannot be read. */
  isReadable: boolean;
  preview: UseQueryResult<TablePreview>;
  onChange: (draft: OddsDraft) => void;
}

/** Limits and multipliers of a table, with its verdict and the members' view during typing. */
export function OddsForm({ name, draft, isReadable, preview, onChange }: OddsFormProps) {
  const t = useText();
  return (
    <>
      <Section title={t('odds.limits')}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))' }}>
          {ODDS_AMOUNTS.map((amount) => (
            <AmountField
              key={amount}
              label={t(`odds.amount.${amount}`)}
              value={draft.amounts[amount]}
              onChange={(typed) => onChange({ ...draft, amounts: { ...draft.amounts, [amount]: typed } })}
            />
          ))}
        </Box>
      </Section>
      <Section title={t('odds.bets')}>
        <Stack spacing={2}>
          <TableVerdict isReadable={isReadable} preview={preview.data} />
          {preview.error ? <Failed error={preview.error} onRetry={() => void preview.refetch()} /> : null}
          <BetFields
            draft={draft}
            preview={preview.data}
            onChange={(bet, typed) => onChange({ ...draft, multipliers: { ...draft.multipliers, [bet]: typed } })}
          />
        </Stack>
      </Section>
      {preview.data === undefined || preview.data.bets.length === 0 ? null : (
        <Section title={t('odds.preview')}>
          <MembersTable name={name} bets={preview.data.bets} />
        </Section>
      )}
    </>
  );
}

import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { LimitKind } from '../../api/members/risk-cases.ts';
import { AmountField, useAmounts } from '../forms/amount-field.tsx';
import { useText } from '../language/use-text.ts';

const KINDS: readonly LimitKind[] = [
  ...(['deposit-day', 'deposit-week', 'deposit-month', 'stake-slip', 'stake-day'] as const),
  ...(['loss-day', 'loss-week', 'loss-month', 'session', 'check'] as const),
];

/** A limit as typed. */
export interface TypedLimit {
  kind: LimitKind | '';
  value: string;
}

export const EMPTY_LIMIT: TypedLimit = { kind: '', value: '' };

const isTime = (kind: TypedLimit['kind']) => kind === 'session' || kind === 'check';

/** Chooses one of a member's limits and its value: an amount, or minutes. */
export function LimitFields({ value: limit, onChange }: { value: TypedLimit; onChange: (next: TypedLimit) => void }) {
  const t = useText();
  const change = (value: string) => onChange({ ...limit, value });
  return (
    <>
      <TextField
        select
        required
        label={t('members.limitKind')}
        value={limit.kind}
        onChange={(event) => onChange({ ...limit, kind: event.target.value as LimitKind })}
      >
        {KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`members.limit.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      {isTime(limit.kind) ? (
        <TextField
          required
          label={t('members.limitMinutes')}
          value={limit.value}
          onChange={(event) => change(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 4, inputMode: 'numeric', autoComplete: 'off' } }}
        />
      ) : (
        <AmountField label={t('members.limitAmount')} value={limit.value} onChange={change} />
      )}
    </>
  );
}

/** Reads a typed limit for the server, which explains what is wrong with it; null without a kind. */
export function useReadLimit(): (typed: TypedLimit) => { kind: LimitKind; value: string } | null {
  const amounts = useAmounts();
  return ({ kind, value }) => {
    if (kind === '') return null;
    return { kind, value: isTime(kind) ? value.trim() : (amounts.read(value) ?? '') };
  };
}

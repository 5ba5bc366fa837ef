import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { type CorrectionAsk, type Member, proposeCorrection } from '../../api/members/members.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useMoney } from '../../features/format/use-money.ts';
import { AmountField, useAmounts } from '../../features/forms/amount-field.tsx';
import { useText } from '../../features/language/use-text.ts';

const DIRECTIONS = ['to-member', 'from-member'] as const;
/** Format that the server accepts. */
const REFERENCE = /^[A-Za-z0-9][\w.:/-]{3,127}$/;

/** Proposes a balance correction. No money moves until it is confirmed. */
export function CorrectBalanceDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useText();
  const money = useMoney();
  const amounts = useAmounts();
  const [direction, setDirection] = useState<CorrectionAsk['direction']>('to-member');
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  // The server explains an invalid amount.
  const send = (why: string) =>
    proposeCorrection(member.id, { direction, amountMinor: amounts.read(amount) ?? '', reference, why });
  return (
    <ReasonDialog
      title={t('members.titleOf.correct', { name: member.userName })}
      about={t('members.aboutOf.correct', { amount: money(member.availableMinor) })}
      act={t('corrections.propose')}
      hint={t('corrections.whyHint')}
      send={send}
      confirmation={() => t('members.done.correct')}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            select
            label={t('corrections.direction')}
            value={direction}
            onChange={(event) => setDirection(event.target.value as CorrectionAsk['direction'])}
          >
            {DIRECTIONS.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`corrections.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <AmountField label={t('corrections.amount')} value={amount} onChange={setAmount} />
          <ReferenceField value={reference} onChange={setReference} error={error} />
        </>
      )}
    </ReasonDialog>
  );
}

interface ReferenceFieldProps {
  value: string;
  onChange: (typed: string) => void;
  error: unknown;
}

function ReferenceField({ value, onChange, error }: ReferenceFieldProps) {
  const t = useText();
  const isOdd = value.trim() !== '' && !REFERENCE.test(value.trim());
  const isRefused = error !== null && 'reference' in asProblem(error).fields;
  return (
    <TextField
      label={t('corrections.reference')}
      helperText={t(isOdd ? 'corrections.referenceBad' : 'corrections.referenceHint')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={isOdd || isRefused}
      slotProps={{ htmlInput: { maxLength: 128, spellCheck: false, autoComplete: 'off' } }}
      required
    />
  );
}

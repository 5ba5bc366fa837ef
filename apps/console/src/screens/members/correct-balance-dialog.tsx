import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type CorrectionAsk, type Member, proposeCorrection } from '../../api/members/members.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { AmountField, useAmounts } from '../../features/forms/amount-field.tsx';
import { useText } from '../../features/language/use-text.ts';

const DIRECTIONS = ['to-member', 'from-member'] as const;
/** Format that the server accepts. */
const REFERENCE = /^[A-Za-z0-9][\w.:/-]{3,127}$/;

interface CorrectionForm {
  direction: CorrectionAsk['direction'];
  /** As typed. */
  amount: string;
  reference: string;
}

const EMPTY: CorrectionForm = { direction: 'to-member', amount: '', reference: '' };

/** Proposes a balance correction. No money moves until it is confirmed. */
export function CorrectBalanceDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useText();
  const money = useMoney();
  const amounts = useAmounts();
  const [form, setForm, draft] = useDraft<CorrectionForm>(`members/${member.id}/correct/form`, EMPTY);
  const { direction, amount, reference } = form;
  const change = (part: Partial<CorrectionForm>) => setForm((before) => ({ ...before, ...part }));
  // The server explains an invalid amount.
  const send = (why: string) =>
    proposeCorrection(member.id, { direction, amountMinor: amounts.read(amount) ?? '', reference, why });
  return (
    <ReasonDialog
      name={`members/${member.id}/correct`}
      fields={draft}
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
            onChange={(event) => change({ direction: event.target.value as CorrectionAsk['direction'] })}
          >
            {DIRECTIONS.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`corrections.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <AmountField label={t('corrections.amount')} value={amount} onChange={(typed) => change({ amount: typed })} />
          <ReferenceField value={reference} onChange={(typed) => change({ reference: typed })} error={error} />
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

import { useTranslations } from 'use-intl';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { groupedIban } from '../../features/person/iban.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import styles from './bind-card.module.css';
import { CardFrame } from './card-frame.tsx';
import type { Draft, Field } from './draft.ts';

interface NumberStepProps {
  draft: Draft;
  onChange(change: Partial<Draft>): void;
  onLeave(field: Field): void;
  /** Called once the provider has accepted the card. */
  onCard(): void;
  faultOf(field: Field): string | null;
}

/** The card number, in the provider's own field, or the IBAN. */
export function NumberStep({ draft, onChange, onLeave, onCard, faultOf }: NumberStepProps) {
  const t = useTranslations('bind');
  if (draft.kind === 'card') {
    return (
      <>
        <p className={styles.lead}>{t('cardLead')}</p>
        <FormProblem text={faultOf('token')} />
        <CardFrame
          onCard={(card) => {
            onChange({ card });
            onCard();
          }}
        />
      </>
    );
  }
  return (
    <>
      <p className={styles.lead}>{t('ibanLead')}</p>
      <TextField
        label={t('iban')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={draft.iban}
        error={faultOf('iban')}
        onChange={(event) => onChange({ iban: event.target.value })}
        onBlur={() => {
          onChange({ iban: groupedIban(draft.iban) });
          onLeave('iban');
        }}
      />
    </>
  );
}

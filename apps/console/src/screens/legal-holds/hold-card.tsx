import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { LegalHold } from '../../api/members/legal-holds.ts';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { HoldFacts } from './hold-facts.tsx';
import { HOLD_TONE, stateOf } from './hold-state.ts';

interface HoldCardProps {
  memberId: string;
  hold: LegalHold;
  /** Show the member, for a list that covers all members. */
  named?: boolean;
}

/** One legal hold in a list. Its page has the decision. */
export function HoldCard({ memberId, hold, named = false }: HoldCardProps) {
  const t = useText();
  const state = stateOf(hold, Date.now());
  const name = `${hold.authority}, ${hold.reference}`;
  return (
    <Section title={name} actions={<StateChip tone={HOLD_TONE[state]} label={t(`holds.state.${state}`)} />}>
      <HoldFacts hold={hold} memberId={named ? memberId : undefined} />
      <Button
        component={Link}
        to={`/legal-holds/${memberId}~${hold.id}/show`}
        variant="outlined"
        aria-label={t('holds.openNamed', { name })}
        sx={{ mt: 2 }}
      >
        {t('holds.open')}
      </Button>
    </Section>
  );
}

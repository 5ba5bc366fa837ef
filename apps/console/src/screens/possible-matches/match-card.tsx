import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardActions from '@mui/material/CardActions';
import CardContent from '@mui/material/CardContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import {
  decidePossibleMatch,
  MATCH_VERDICTS,
  type MatchVerdict,
  type PossibleMatch,
} from '../../api/members/possible-matches.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberLink } from '../../features/members/member-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { Fact, Facts } from '../../ui/fact.tsx';

const EMPTY: { verdict: MatchVerdict | null; why: string } = { verdict: null, why: '' };

/** A pair of accounts, and the decision. */
export function MatchCard({ match }: { match: PossibleMatch }) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const { memberId, userName, realName, otherId, otherUserName, otherRealName, otherUntilMs, foundAtMs } = match;
  return (
    <Card variant="outlined">
      <CardContent>
        <Facts>
          <Fact label={t('matches.account')}>
            <MemberLink memberId={memberId}>{userName}</MemberLink> · {realName ?? t('matches.erased')}
          </Fact>
          <Fact label={t('matches.excluded')}>
            <MemberLink memberId={otherId}>{otherUserName}</MemberLink> · {otherRealName ?? t('matches.erased')}
          </Fact>
          <Fact label={t('matches.until')}>
            {otherUntilMs === null ? t('matches.ended') : times.exact(otherUntilMs)}
          </Fact>
          <Fact label={t('matches.found')}>{times.exact(foundAtMs)}</Fact>
        </Facts>
      </CardContent>
      {may('POST /api/console/members/{memberId}/possible-matches/{id}/decide') ? (
        <CardActions>
          <Button onClick={() => setOpen(true)}>{t('matches.decide')}</Button>
        </CardActions>
      ) : null}
      <DecideDialog match={match} open={open} onClose={() => setOpen(false)} />
    </Card>
  );
}

function DecideDialog({ match, open, onClose }: { match: PossibleMatch; open: boolean; onClose: () => void }) {
  const t = useText();
  const [form, setForm, draft] = useDraft(`possible-matches/${match.id}`, EMPTY);
  const { verdict, why } = form;
  const act = useAct(
    async () => {
      if (verdict === null) throw new Problem('fill-in', 0);
      await decidePossibleMatch(match, verdict, why);
    },
    { draft, confirmation: () => t('matches.done'), onDone: onClose },
  );
  return (
    <ActDialog
      open={open}
      title={t('matches.decideTitle')}
      act={t('matches.decide')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <RadioGroup
        aria-label={t('matches.decideTitle')}
        value={verdict}
        onChange={(event) => setForm({ verdict: event.target.value as MatchVerdict, why })}
      >
        {MATCH_VERDICTS.map((one) => (
          <FormControlLabel key={one} value={one} control={<Radio />} label={t(`matches.verdict.${one}`)} />
        ))}
      </RadioGroup>
      <ReasonField
        value={why}
        onChange={(next) => setForm({ verdict, why: next })}
        error={act.error}
        hint={t('matches.whyHint')}
        autoFocus={false}
      />
    </ActDialog>
  );
}

import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type Break, excludeMember, type Member } from '../../api/members/members.ts';
import { asProblem, Problem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';

const DAY_H = 24;
const DAYS = [1, 3, 7, 14, 42] as const;
const MONTHS = [6, 12, 24, 60] as const;

/** The breaks to choose from, by the value of their entry. Only members themselves choose a permanent one. */
const BREAKS: ReadonlyMap<string, Break> = new Map<string, Break>([
  ...DAYS.map((days) => [`d${days}`, { kind: 'time-out', hours: days * DAY_H }] as const),
  ...MONTHS.map((months) => [`m${months}`, { kind: 'self-exclusion', months }] as const),
]);

/** Enters a break that the member asked for. Nothing is preselected, since staff cannot shorten a break. */
export function ExcludeDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useText();
  const [span, setSpan, draft] = useDraft(`members/${member.id}/exclude/span`, '');
  const chosen = BREAKS.get(span);
  return (
    <ReasonDialog
      name={`members/${member.id}/exclude`}
      fields={draft}
      title={t('members.titleOf.exclude', { name: member.userName })}
      about={t('members.aboutOf.exclude')}
      act={t('members.do.exclude')}
      hint={t('members.breakSpan.whyHint')}
      grave
      send={async (why) => {
        if (chosen === undefined) throw new Problem('fill-in', 0, {}, { break: 'fill-in' });
        await excludeMember(member.id, { why, break: chosen });
      }}
      confirmation={() => t('members.done.exclude')}
      onClose={onClose}
    >
      {(error) => (
        <TextField
          select
          label={t('members.breakSpan.label')}
          value={span}
          onChange={(event) => setSpan(event.target.value)}
          error={error !== null && 'break' in asProblem(error).fields}
          required
          autoFocus
        >
          {DAYS.map((days) => (
            <MenuItem key={days} value={`d${days}`}>
              {days === 1 ? t('members.breakSpan.day') : t('members.breakSpan.days', { days })}
            </MenuItem>
          ))}
          {MONTHS.map((months) => (
            <MenuItem key={months} value={`m${months}`}>
              {t('members.breakSpan.months', { months })}
            </MenuItem>
          ))}
        </TextField>
      )}
    </ReasonDialog>
  );
}

import { type Member, tightenLimit } from '../../api/members/members.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';
import { EMPTY_LIMIT, LimitFields, useReadLimit } from '../../features/members/limit-fields.tsx';

/** Enters a stricter limit that the member asked for. The server refuses one that is not stricter. */
export function LimitDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useText();
  const [limit, setLimit, draft] = useDraft(`members/${member.id}/limit/value`, EMPTY_LIMIT);
  const readLimit = useReadLimit();
  return (
    <ReasonDialog
      name={`members/${member.id}/limit`}
      fields={draft}
      title={t('members.titleOf.limit', { name: member.userName })}
      about={t('members.aboutOf.limit')}
      act={t('members.do.limit')}
      hint={t('members.limitWhyHint')}
      send={async (why) => {
        const typed = readLimit(limit);
        if (typed === null) throw new Problem('fill-in', 0, {}, { kind: 'fill-in' });
        await tightenLimit(member.id, { ...typed, why });
      }}
      confirmation={() => t('members.done.limit')}
      onClose={onClose}
    >
      {() => <LimitFields value={limit} onChange={setLimit} />}
    </ReasonDialog>
  );
}

import { readMemberActs } from '../../api/members/members.ts';
import { type ActRow, useActColumns } from '../../features/acts-log/act-columns.tsx';
import { useActName } from '../../features/acts-log/use-act-name.ts';
import { useText } from '../../features/language/use-text.ts';
import { Paged } from '../../features/list/paged.tsx';
import { Rows } from '../../features/list/rows.tsx';

/** Acts of staff on the member's money or account, including reads. */
export function ActsPart({ memberId }: { memberId: string }) {
  const t = useText();
  const nameOf = useActName();
  const columns = useActColumns();
  return (
    <Paged name={['member-acts', memberId]} read={(ask) => readMemberActs(memberId, ask)} empty={t('audit.empty')}>
      {(acts) => (
        <Rows<ActRow>
          title={t('members.part.acts')}
          columns={columns}
          rows={acts.map((act) => ({ ...act, key: act.seq }))}
          nameOf={({ act }) => nameOf(act)}
        />
      )}
    </Paged>
  );
}

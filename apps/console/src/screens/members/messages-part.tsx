import { type MemberMessage, readMessages } from '../../api/members/members.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useKnownText, useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { Paged } from '../../features/list/paged.tsx';
import { Rows } from '../../features/list/rows.tsx';
import { useMessageFacts } from './use-message-facts.ts';

type Row = MemberMessage & { key: string };

/** The club's messages to the member. */
export function MessagesPart({ memberId }: { memberId: string }) {
  const t = useText();
  const text = useKnownText();
  const columns = useColumns();
  return (
    <Paged name={['messages', memberId]} read={(ask) => readMessages(memberId, ask)} empty={t('members.noMessages')}>
      {(messages) => (
        <Rows<Row>
          title={t('members.part.messages')}
          columns={columns}
          rows={messages.map((message) => ({ ...message, key: message.id }))}
          nameOf={({ kind }) => text(`told.${kind}`) ?? kind}
        />
      )}
    </Paged>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  const factsOf = useMessageFacts();
  return [
    { key: 'kind', label: t('members.told'), cell: () => null },
    { key: 'facts', label: t('members.toldFacts'), cell: ({ params }) => factsOf(params) || '–' },
    { key: 'at', label: t('members.toldAt'), cell: ({ atMs }) => times.minute(atMs) },
    { key: 'read', label: t('members.toldRead'), cell: ({ read }) => t(read ? 'members.readYes' : 'members.readNo') },
  ];
}

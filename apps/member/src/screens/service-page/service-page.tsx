import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { houseQuery } from '../../api/house/house.ts';
import { useLinkedName } from '../../features/links/linked-name.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ExternalPage } from './external-page.tsx';
import { NewConversation } from './new-conversation.tsx';

/** A link with an invalid host id starts a conversation without a host. */
const ID = /^[0-9a-f-]{36}$/;

/**
 * `/ServicePage?id&desk&new&host&name`: conversations with the desk, or the house's external support page in a frame.
 *
 * `id` opens a conversation, `new` starts one, `host` starts one about a host, and `desk` lists them. Without
 * parameters, the external page comes first if there is one.
 */
export function ServicePage() {
  const [search] = useSearchParams();
  const { me } = useSession();
  const house = useQuery(houseQuery());
  const hostName = useLinkedName();
  const id = search.get('id');
  const host = search.get('host');
  if (me === null) return null;
  if (id !== null) return <Conversation key={id} id={id} memberId={me.id} />;
  if (host !== null && ID.test(host)) return <NewConversation memberId={me.id} host={{ id: host, name: hostName }} />;
  if (search.get('new') !== null || host !== null) return <NewConversation memberId={me.id} host={null} />;
  if (search.get('desk') !== null) return <ConversationList memberId={me.id} />;
  if (house.data === undefined) {
    return house.error === null ? (
      <Skeleton blocks={[52, 72, 72]} />
    ) : (
      <Failed error={house.error} onRetry={() => void house.refetch()} />
    );
  }
  const url = house.data.service?.url ?? null;
  return url === null ? <ConversationList memberId={me.id} /> : <ExternalPage url={url} />;
}

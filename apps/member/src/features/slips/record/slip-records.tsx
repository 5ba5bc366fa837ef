import { Questions } from '../../complaints/questions.tsx';
import { SavedReceipts } from '../../receipts/saved-receipts.tsx';
import { useSession } from '../../session/use-session.ts';
import { SlipList } from './slip-list.tsx';

/** The member's bets, with their questions about bets and the receipts on this phone. */
export function SlipRecords() {
  const { me } = useSession();
  return (
    <>
      <Questions />
      <SlipList />
      {me === null ? null : <SavedReceipts me={me} />}
    </>
  );
}

import { useSearchParams } from 'react-router';
import { UnlessRestricted } from '../../features/session/unless-restricted.tsx';
import { RechargeDesk } from './recharge-desk.tsx';
import { TopUpView } from './top-up-view.tsx';

/** `/Recharge` starts a top-up. The provider returns to `/Recharge?topUp`, which shows its state. */
export function Recharge() {
  const [search] = useSearchParams();
  const id = search.get('topUp');
  if (id !== null && id !== '') return <TopUpView key={id} id={id} />;
  // How a top-up stands is told to everybody; a new one is for those who may.
  return (
    <UnlessRestricted>
      <RechargeDesk />
    </UnlessRestricted>
  );
}

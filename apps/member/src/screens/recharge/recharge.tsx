import { useSearchParams } from 'react-router';
import { UnlessRestricted } from '../../features/session/unless-restricted.tsx';
import { RechargeDesk } from './recharge-desk.tsx';
import { TopUpView } from './top-up-view.tsx';

/** `/Recharge` starts a top-up. The provider returns to `/Recharge?topUp`, which shows its state. */
export function Recharge() {
  const [search] = useSearchParams();
  const id = search.get('topUp');
  if (id !== null && id !== '') return <TopUpView key={id} id={id} />;
  // Restricted members may still see the state of a top-up, but not start one.
  return (
    <UnlessRestricted>
      <RechargeDesk />
    </UnlessRestricted>
  );
}

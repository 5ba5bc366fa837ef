import { useSearchParams } from 'react-router';
import { RechargeDesk } from './recharge-desk.tsx';
import { TopUpView } from './top-up-view.tsx';

/** `/Recharge` starts a top-up; `/Recharge?topUp` is where the provider sends back to, and shows how it stands. */
export function Recharge() {
  const [search] = useSearchParams();
  const id = search.get('topUp');
  return id === null || id === '' ? <RechargeDesk /> : <TopUpView key={id} id={id} />;
}

import { CheckWatch } from '../features/checks/check-watch.tsx';
import { PushWatch } from '../features/push/push-watch.tsx';

/** What runs behind every screen and may begin after the first one is there. */
export function Background() {
  return (
    <>
      <PushWatch />
      <CheckWatch />
    </>
  );
}

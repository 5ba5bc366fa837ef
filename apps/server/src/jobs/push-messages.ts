import type { PushDeps } from '../members/messages/push.ts';
import { pushDue } from '../members/messages/push-tasks.ts';

/** Pushes what is due, all of it; a run that is still at it is not disturbed by the next. */
export function pushMessages(deps: PushDeps): () => Promise<void> {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    try {
      while ((await pushDue(deps)) > 0);
    } finally {
      busy = false;
    }
  };
}

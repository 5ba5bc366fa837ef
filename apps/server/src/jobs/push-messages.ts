import type { PushDeps } from '../members/messages/push.ts';
import { pushDue } from '../members/messages/push-tasks.ts';

/** Pushes all due messages. Does nothing while a run is in progress. */
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

import type { Db } from '../../db/pool.ts';
import { type QueueMarks, readQueueMarks } from '../../decisions/work-queues.ts';
import type { Hub } from './hub.ts';

/** Sends news of queues to staff. Events name roles, and neither queues nor numbers. */
export interface QueueEvents {
  /** Tells the roles whose queues have changed since the last read. Reads nothing while no stream is open. */
  read(): Promise<void>;
}

export function followQueues({ db, hubs }: { db: Db; hubs: readonly Hub[] }): QueueEvents {
  let known: QueueMarks = new Map();
  return {
    async read() {
      if (hubs.every((hub) => hub.size() === 0)) {
        known = new Map();
        return;
      }
      const marks = await readQueueMarks(db);
      const roles = [...marks].filter(([role, mark]) => known.get(role) !== mark).map(([role]) => role);
      known = marks;
      if (roles.length > 0) for (const hub of hubs) hub.broadcast('queues', { roles });
    },
  };
}

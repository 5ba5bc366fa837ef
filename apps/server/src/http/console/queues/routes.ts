import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { readQueuesRoute } from './read-queues.ts';
import { staffStreamRoute } from './staff-stream.ts';

/** Routes of the work queues and of their event stream. */
export const QUEUE_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db' | 'staffHubs'>>[] = [
  readQueuesRoute,
  staffStreamRoute,
];

import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { chooseForListRoute } from './choose-for-list.ts';
import { deleteViewRoute } from './delete-view.ts';
import { readViewsRoute } from './read-views.ts';
import { saveViewRoute } from './save-view.ts';

/** Routes of saved views of lists. */
export const LIST_VIEW_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'db'>>[] = [
  readViewsRoute,
  saveViewRoute,
  deleteViewRoute,
  chooseForListRoute,
];

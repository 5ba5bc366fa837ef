import type { ComponentType } from 'react';
import type { ResourceApi } from '../../api/shared/data-provider.ts';
import type { Act } from '../../api/staff/session.ts';
import type { MessageKey } from '../language/messages.ts';

/**
 * One entry of the menu, with its pages: all that the console has to know of a folder of `screens`. Who may not do what
 * it `needs` neither sees it nor reaches it.
 */
export interface ConsolePage {
  /** In addresses: `/console/<name>`. */
  name: string;
  title: MessageKey;
  icon: ComponentType;
  /** The call without which the page would be empty. */
  needs: Act;
  /** Reached from other pages alone. */
  isHidden?: true;
  list: ComponentType;
  show?: ComponentType;
  /** A form for a new one, at `/console/<name>/create`. */
  create?: ComponentType;
  /** A form for one that is there, at `/console/<name>/<key>`. */
  edit?: ComponentType;
  /** How its list and its things are read; a page that asks by itself has none. */
  api?: ResourceApi;
}

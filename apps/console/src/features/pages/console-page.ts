import type { ComponentType } from 'react';
import type { ResourceApi } from '../../api/shared/data-provider.ts';
import type { Act } from '../../api/staff/session.ts';
import type { MessageKey } from '../language/messages.ts';
import type { QueueName } from '../queues/queue-counts.ts';
import type { Screen } from './lazy-screen.ts';

/** How to read a resource, at once or from a file that loads with the page. */
export type ApiSource = ResourceApi | (() => Promise<ResourceApi>);

/**
 * One menu entry and its pages: the interface of a folder in `screens`. Roles without the right `needs` neither see nor
 * reach it.
 */
export interface ConsolePage {
  /** In URLs: `/console/<name>`. */
  name: string;
  title: MessageKey;
  icon: ComponentType;
  /** The call that fills the page. */
  needs: Act;
  /** Queues whose lengths the menu shows beside the page. */
  queues?: readonly QueueName[];
  /** Not in the menu; other pages link to it. */
  isHidden?: true;
  /** Filter of the list while its URL has none. */
  defaultFilter?: Readonly<Record<string, string>>;
  list: Screen;
  show?: Screen;
  /** Form for a new item, at `/console/<name>/create`. */
  create?: Screen;
  /** Form for an existing item, at `/console/<name>/<key>`. */
  edit?: Screen;
  /** How to read the list and its items, or its file; absent if the page queries the API itself. */
  api?: ApiSource;
}

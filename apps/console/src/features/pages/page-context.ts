import { createContext, useContext } from 'react';
import type { ResourceApi } from '../../api/shared/data-provider.ts';

/** The open page of the menu. */
export interface OpenPage {
  /** In URLs: `/console/<name>`. */
  name: string;
  /** Loads how to read its list and items. */
  api: () => Promise<ResourceApi>;
  /** Filter of the list while its URL has none. */
  defaultFilter?: Readonly<Record<string, string>> | undefined;
}

export const PageContext = createContext<OpenPage | null>(null);

/** The open page. Throws outside of one. */
export function usePage(): OpenPage {
  const page = useContext(PageContext);
  if (page === null) throw new Error('usePage: there is no page around this component');
  return page;
}

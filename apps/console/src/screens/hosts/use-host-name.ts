import type { Host } from '../../api/library/hosts.ts';
import { useText } from '../../features/language/use-text.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';

/** As members read it; else as it waits to be looked at. One who was removed has no name any more. */
export function useHostName(): (host: Pick<Host, 'texts' | 'draft'>) => string {
  const t = useText();
  const words = useHouseWords();
  return ({ texts, draft }) => {
    const named = texts ?? draft;
    return named === null ? t('hosts.noName') : words(named, 'name');
  };
}

import type { Host } from '../../api/library/hosts.ts';
import { useText } from '../../features/language/use-text.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';

/** Public name of a host, else the pending one. A removed host has none. */
export function useHostName(): (host: Pick<Host, 'texts' | 'draft'>) => string {
  const t = useText();
  const words = useHouseWords();
  return ({ texts, draft }) => {
    const named = texts ?? draft;
    return named === null ? t('hosts.noName') : words(named, 'name');
  };
}

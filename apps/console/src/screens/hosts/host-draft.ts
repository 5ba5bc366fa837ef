import type { HostFacts, HostTexts } from '../../api/library/hosts.ts';
import { Problem } from '../../api/shared/problem.ts';
import { onlyWritten, type Texts } from '../../features/words/member-languages.ts';

export type HostField = 'name' | 'about';

export const NO_FACTS: HostFacts = { cityId: '', services: [], languages: [] };

/** Throws `host-incomplete` with the names of empty fields. */
export function checkFacts({ cityId, services, languages }: HostFacts): void {
  const missing = {
    ...(cityId === '' ? { cityId: 'fill-in' } : {}),
    ...(services.length === 0 ? { services: 'fill-in' } : {}),
    ...(languages.length === 0 ? { languages: 'fill-in' } : {}),
  };
  if (Object.keys(missing).length > 0) throw new Problem('host-incomplete', 0, {}, missing);
}

/** The non-empty texts. Throws `host-words-incomplete` if a language has only a name or only a text. */
export function checkTexts(texts: Texts<HostField>): HostTexts {
  const written = onlyWritten(texts);
  const all = Object.values(written);
  if (all.length === 0 || all.some(({ name, about }) => name.trim() === '' || about.trim() === '')) {
    throw new Problem('host-words-incomplete', 0, {}, { name: 'fill-in', about: 'fill-in' });
  }
  return written;
}

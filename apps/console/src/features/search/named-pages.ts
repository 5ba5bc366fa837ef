import { hasWords } from '@tercet/contract/words.ts';
import type { Act } from '../../api/staff/session.ts';
import type { MessageKey } from '../language/messages.ts';

/** A page that is found by its name. */
export interface NamedPage {
  /** In URLs. */
  name: string;
  title: MessageKey;
  /** Without one, each role opens it. */
  needs?: Act;
}

/** A found page with its name in the reader's language. `otherName`: in the other one, if that was typed. */
export interface PageHit {
  to: string;
  name: string;
  otherName: string | null;
}

const TYPED_MIN = 2;
const FOUND_MAX = 5;

/** Pages whose name, in either language, has each typed word. Names that begin with the text come first. */
export function findPages(
  pages: readonly NamedPage[],
  typed: string,
  nameOf: (title: MessageKey) => string,
  otherNameOf: (title: MessageKey) => string | undefined,
): PageHit[] {
  if ([...typed].length < TYPED_MIN) return [];
  const found = pages.flatMap(({ name, title }): PageHit[] => {
    const [own, other = ''] = [nameOf(title), otherNameOf(title)];
    if (hasWords(own, typed)) return [{ to: `/${name}`, name: own, otherName: null }];
    return other !== '' && hasWords(other, typed) ? [{ to: `/${name}`, name: own, otherName: other }] : [];
  });
  const isFirst = ({ name, otherName }: PageHit) =>
    (otherName ?? name).toLowerCase().startsWith(typed.toLowerCase()) ? 0 : 1;
  return found.sort((a, b) => isFirst(a) - isFirst(b)).slice(0, FOUND_MAX);
}

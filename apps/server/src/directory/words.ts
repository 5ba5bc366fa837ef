import { Refusal } from '../refusal.ts';
import { hasSexualWords } from './sexual-words.ts';

/** A host's name and words, by language. */
export type HostTexts = Readonly<Record<string, { name: string; about: string }>>;

/** Throws `words-sexual`, whatever else is right with them. */
export function refuseSexualWords(texts: HostTexts): void {
  const isBad = Object.values(texts).some(({ name, about }) => hasSexualWords(name) || hasSexualWords(about));
  if (isBad) throw new Refusal('words-sexual', {}, { texts: 'words-sexual' });
}

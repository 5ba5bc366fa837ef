import { BEACON_LINES, withBeacon } from '@tercet/contract/beacon-lines.ts';
import { useHouse } from '../../features/format/use-money.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';

/** A banner's text as members read it in a language: with the sentence on the house's beacon filled in. */
export function useFilledText(): (text: string, language: string) => string {
  const houseRun = useHouse().data?.beacon.houseRun ?? true;
  return (text, language) => {
    const lines = BEACON_LINES[memberLanguage(language).code];
    return withBeacon(text, houseRun ? lines.houseRun : lines.public);
  };
}

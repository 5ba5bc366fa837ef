import { useKnownText } from '../language/use-text.ts';

/** Name of an act; its code if it has no message. */
export function useActName(): (act: string) => string {
  const text = useKnownText();
  return (act) => text(`logged.${act}`) ?? act;
}

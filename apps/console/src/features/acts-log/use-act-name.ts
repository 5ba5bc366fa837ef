import { useTranslate } from 'react-admin';

/** What an act is called; one that has no words yet goes by its code. */
export function useActName(): (act: string) => string {
  const translate = useTranslate();
  return (act) => translate(`logged.${act}`, { _: act });
}

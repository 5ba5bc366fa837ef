import { useTranslate } from 'react-admin';

/** Name of an act; its code if it has no message. */
export function useActName(): (act: string) => string {
  const translate = useTranslate();
  return (act) => translate(`logged.${act}`, { _: act });
}

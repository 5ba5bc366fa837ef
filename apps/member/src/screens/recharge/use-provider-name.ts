import { useTranslations } from 'use-intl';

/** What the payment provider is called; one that we have no name for by its own. */
export function useProviderName(provider: string): string {
  const t = useTranslations('recharge.providers');
  const known = provider as Parameters<typeof t>[0];
  return t.has(known) ? t(known) : provider;
}

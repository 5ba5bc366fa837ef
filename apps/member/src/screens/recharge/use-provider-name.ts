import { useTranslations } from 'use-intl';

/** Display name of the payment provider, else the name that the server sends. */
export function useProviderName(provider: string): string {
  const t = useTranslations('recharge.providers');
  const known = provider as Parameters<typeof t>[0];
  return t.has(known) ? t(known) : provider;
}

import { useTranslations } from 'use-intl';
import { ConfirmedKey } from '../../features/pins/pin-book.tsx';
import { useKnown } from '../../features/proof/trusted-keys.ts';
import { Section } from '../../ui/section/section.tsx';
import { ConfirmOwn } from './house-proof.tsx';

/**
 * Shows, confirms or removes the key that checks rely on. While a check is displayed, the check itself asks for a
 * missing key.
 */
export function KeySection({ requested }: { requested: boolean }) {
  const t = useTranslations('verify.pin');
  const known = useKnown();
  if (known === null) return null;
  if (known.pin === null) return requested ? null : <ConfirmOwn known={known} draw={null} />;
  return (
    <Section title={t('section')}>
      <ConfirmedKey pin={known.pin} />
      <ConfirmOwn known={known} draw={null} />
    </Section>
  );
}

import { useQuery } from '@tanstack/react-query';
import CreditCard from 'lucide-react/icons/credit-card';
import Landmark from 'lucide-react/icons/landmark';
import WalletCards from 'lucide-react/icons/wallet-cards';
import { useTranslations } from 'use-intl';
import { paymentLogosQuery, paymentLogoUrl } from '../../api/house/desk.ts';
import type { PaymentLogo } from '../../api/shared/types.ts';
import { Section } from '../../ui/section/section.tsx';
import styles from './service-online.module.css';

const DRAWN = { card: CreditCard, bank: Landmark, wallet: WalletCards } as const;

/**
 * Payment methods of the club. Renders nothing if there are none or they fail to load, since they are not essential
 * here.
 */
export function PaymentLogos() {
  const t = useTranslations('desk');
  const logos = useQuery(paymentLogosQuery()).data ?? [];
  if (logos.length === 0) return null;
  return (
    <Section title={t('logos')}>
      <ul className={styles.logos}>
        {logos.map((logo) => (
          <li key={logo.id} className={styles.logo}>
            <LogoPicture logo={logo} />
            <span dir="auto">{logo.name}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function LogoPicture({ logo: { id, picture } }: { logo: PaymentLogo }) {
  if (picture.kind === 'own') {
    return <img src={paymentLogoUrl(id, picture.version)} alt="" className={styles.ownLogo} loading="lazy" />;
  }
  const Drawn = DRAWN[picture.id];
  return <Drawn size={26} strokeWidth={1.5} aria-hidden="true" />;
}

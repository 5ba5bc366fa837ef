import type { PaymentLogo } from '../../api/money/payment-logos.ts';
import { useText } from '../../features/language/use-text.ts';
import { DialogList } from '../../features/list/dialog-list.tsx';
import { LogoDialog } from './logo-dialog.tsx';

/** Displayed payment methods, in order. */
export function LogoList() {
  const t = useText();
  return (
    <DialogList<PaymentLogo>
      words="logos"
      columns={[
        { key: 'place', label: t('logos.place'), atEnd: true, cell: ({ place }) => place },
        { key: 'picture', label: t('logos.picture'), cell: (logo) => <LogoPicture logo={logo} /> },
      ]}
      nameOf={({ name }) => name}
      create="POST /api/console/payment-logos"
      change="PUT /api/console/payment-logos/{id}"
      dialog={(known, close) => <LogoDialog known={known} onClose={close} />}
    />
  );
}

/** The server does not serve the picture of a hidden logo. */
function LogoPicture({ logo: { id, made, version, hidden } }: { logo: PaymentLogo }) {
  const t = useText();
  if (made !== null) return t(`logos.made.${made}`);
  if (version === null || hidden) return t('logos.own');
  return (
    <img
      src={`/api/payment-logos/${id}/picture?v=${version}`}
      alt={t('logos.own')}
      style={{ display: 'block', maxInlineSize: 120, maxBlockSize: 40, borderRadius: 4 }}
    />
  );
}

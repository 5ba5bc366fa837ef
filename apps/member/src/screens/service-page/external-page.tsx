import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import styles from './external-page.module.css';

/** Sandbox of the external page: scripts, forms and new tabs. It cannot navigate the app. */
const ALLOWED = 'allow-scripts allow-forms allow-popups';

/**
 * A page of another site in a frame. It gets its own storage, except a page of our origin: with that it could remove
 * its own sandbox.
 */
export function ExternalPage({ url }: { url: string }) {
  const t = useTranslations('desk');
  const titles = useTranslations('titles');
  const { host, origin } = new URL(url);
  const sandbox = origin === window.location.origin ? ALLOWED : `${ALLOWED} allow-same-origin`;
  return (
    <Screen title={titles('servicePage')} back={paths.serviceOnline()}>
      <div className={styles.page}>
        <div className={styles.bar}>
          <p className={styles.outside}>
            <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
            <span>
              <strong>{t('outside')}</strong> <bdi dir="ltr">{host}</bdi>
            </span>
          </p>
          <p className={styles.text}>{t('outsideText')}</p>
          <ButtonLink look="quiet" wide to={paths.servicePage({ desk: true })}>
            {t('ownDesk')}
          </ButtonLink>
        </div>
        <iframe
          className={styles.frame}
          src={url}
          title={t('frameTitle', { host })}
          sandbox={sandbox}
          referrerPolicy="no-referrer"
          allow=""
        />
      </div>
    </Screen>
  );
}

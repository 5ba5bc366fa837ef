import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import styles from './visitor-head.module.css';

/** For visitors, in place of the figures: what an account offers, and buttons to sign in or join. */
export function VisitorHead() {
  const t = useTranslations('mine');
  return (
    <section className={styles.head}>
      <Mark state="open" size={48} silent className={styles.mark} />
      <h2 className={styles.title}>{t('visitorTitle')}</h2>
      <p className={styles.text}>{t('visitorText')}</p>
      <div className={styles.ways}>
        <ButtonLink to={paths.login(paths.mine())}>{t('signIn')}</ButtonLink>
        <ButtonLink look="quiet" to={paths.register(paths.mine())}>
          {t('join')}
        </ButtonLink>
      </div>
    </section>
  );
}

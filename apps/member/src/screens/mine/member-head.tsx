import { useTranslations } from 'use-intl';
import type { Me } from '../../api/shared/types.ts';
import { AvatarPicture } from '../../features/avatar/avatar-picture.tsx';
import { ExplainedFigure } from './explained-figure.tsx';
import styles from './member-head.module.css';

export function MemberHead({ me }: { me: Me }) {
  const t = useTranslations('mine');
  return (
    <section className={styles.who} aria-label={t('account')}>
      <AvatarPicture of={me} size="middle" />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{me.userName}</bdi>
          <ExplainedFigure className={styles.level} of="level" level={me.level}>
            {t('level', { level: me.level })}
          </ExplainedFigure>
        </p>
        <p className={styles.address}>
          {me.lastAddress === null ? (
            t('firstSignIn')
          ) : (
            <>
              {t('lastSignIn')} <bdi dir="ltr">{me.lastAddress}</bdi>
            </>
          )}
        </p>
      </div>
    </section>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Clock from 'lucide-react/icons/clock-3';
import KeyRound from 'lucide-react/icons/key-round';
import MessagesSquare from 'lucide-react/icons/messages-square';
import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import type { House } from '../../api/shared/types.ts';
import { AnswerTime } from '../../features/desk/answer-time.tsx';
import { CommonQuestions } from '../../features/desk/common-questions.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { visitorKeys } from '../../features/recovery/stored-keys.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Pill } from '../../ui/pill/pill.tsx';
import { RowLink, Rows } from '../../ui/row/row.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { PaymentLogos } from './payment-logos.tsx';
import styles from './service-online.module.css';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** `/ServiceOnline`: how and when to contact the house, and its help with payments. */
export function ServiceOnline() {
  const t = useTranslations('titles');
  const client = useQueryClient();
  const house = useQuery(houseQuery());
  const { me } = useSession();
  const refresh = () => client.refetchQueries({ type: 'active' }, { throwOnError: true });
  return (
    <Screen title={t('serviceOnline')} back={paths.mine()} onRefresh={refresh} columns>
      {house.data !== undefined ? (
        <div className={styles.page}>
          <Card house={house.data} />
          <div className={styles.more}>
            {me === null ? <VisitorWays /> : null}
            <CommonQuestions />
            <Help house={house.data} />
            <PaymentLogos />
          </div>
        </div>
      ) : house.error === null ? (
        <Skeleton blocks={[236, 64, 96]} />
      ) : (
        <Failed error={house.error} onRetry={() => void house.refetch()} />
      )}
    </Screen>
  );
}

function Card({ house }: { house: House }) {
  const t = useTranslations('desk');
  const { me } = useSession();
  const open = house.service?.open ?? true;
  return (
    <section className={styles.card} aria-labelledby="service-card">
      <div className={styles.head}>
        <Mark state="open" size={40} silent />
        <div>
          <h2 id="service-card" className={styles.name}>
            {t('cardTitle', { house: house.name })}
          </h2>
          <p className={styles.hours}>
            <Clock size={14} strokeWidth={2} aria-hidden="true" />
            {t('hours', { hours: house.supportHours })}
          </p>
        </div>
        <Pill tone={open ? 'good' : 'wait'}>{t(open ? 'serviceOpen' : 'serviceOff')}</Pill>
      </div>
      <p className={styles.text}>{t(open ? 'cardText' : 'serviceOffText')}</p>
      <AnswerTime />
      <p className={styles.never}>{t('never')}</p>
      <ButtonLink wide to={paths.servicePage()}>
        <MessagesSquare size={18} strokeWidth={1.75} aria-hidden="true" />
        {t(me === null ? 'contactSignIn' : 'contact')}
      </ButtonLink>
      {house.service?.url ? (
        <ButtonLink wide look="quiet" to={paths.servicePage({ desk: true })}>
          {t('ownDesk')}
        </ButtonLink>
      ) : null}
    </section>
  );
}

/** What visitors can write about without signing in. */
function VisitorWays() {
  const t = useTranslations('desk.visitor');
  const hasKey = visitorKeys().length > 0;
  return (
    <Section title={t('title')}>
      <Rows>
        <RowLink to={paths.recover()} icon={<KeyRound {...ICON} />} label={t('password')} />
        <RowLink to={paths.visitorDesk({ ask: true })} icon={<UserPlus {...ICON} />} label={t('registration')} />
        <RowLink
          to={paths.visitorDesk()}
          icon={<MessagesSquare {...ICON} />}
          label={t(hasKey ? 'stored' : 'byNumber')}
        />
      </Rows>
    </Section>
  );
}

/** The house's collapsible text on payments. Renders nothing without one. */
function Help({ house }: { house: House }) {
  const texts = house.service?.texts;
  if (!texts || texts.helpTitle === '' || texts.helpText === '') return null;
  return (
    <details className={styles.help}>
      <summary className={styles.helpTitle}>
        <span dir="auto">{texts.helpTitle}</span>
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className={styles.chevron} />
      </summary>
      <p className={styles.helpText} dir="auto">
        {texts.helpText}
      </p>
    </details>
  );
}

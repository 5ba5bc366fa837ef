import { useQuery } from '@tanstack/react-query';
import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleUserRound from 'lucide-react/icons/circle-user-round';
import CreditCard from 'lucide-react/icons/credit-card';
import FolderLock from 'lucide-react/icons/folder-lock';
import IdCard from 'lucide-react/icons/id-card';
import KeyRound from 'lucide-react/icons/key-round';
import { useTranslations } from 'use-intl';
import { identityQuery } from '../../api/account/identity.ts';
import type { Person } from '../../api/shared/types.ts';
import { ROUND_TRIP } from '../../features/person/use-return-path.ts';
import { WithPerson } from '../../features/person/with-person.tsx';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { RowLink, Rows } from '../../ui/row/row.tsx';
import { AvatarRow } from './avatar/avatar-row.tsx';
import styles from './infomation.module.css';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The member's personal data, and where payouts go. */
export function Infomation() {
  const t = useTranslations();
  return (
    <WithPerson title={t('titles.infomation')} back={paths.mine()} blocks={[110, 110]}>
      {(person) => <About person={person} />}
    </WithPerson>
  );
}

function About({ person }: { person: Person }) {
  const t = useTranslations();
  const here = paths.infomation();
  return (
    <div className={styles.page}>
      <Rows>
        <AvatarRow />
        <RowLink
          to={paths.setname(here)}
          state={ROUND_TRIP}
          icon={<IdCard {...ICON} />}
          label={t('person.realName')}
          note={person.realName === null ? t('person.notSet') : <bdi>{person.realName}</bdi>}
        />
        <RowLink
          to={paths.setsex(here)}
          state={ROUND_TRIP}
          icon={<CircleUserRound {...ICON} />}
          label={t('person.sexLabel')}
          note={t(`person.sex.${person.sex ?? 'notStated'}`)}
        />
        <IdentityRow />
      </Rows>
      <Rows>
        <RowLink
          to={paths.setPayPassword(here)}
          state={ROUND_TRIP}
          icon={<KeyRound {...ICON} />}
          label={t('person.financePassword')}
          note={<FinanceNote {...person.financePassword} />}
        />
        <RowLink
          to={person.payee === null ? paths.bindCard(here) : paths.setbank(here)}
          state={ROUND_TRIP}
          icon={<CreditCard {...ICON} />}
          label={t('person.payee')}
          note={<PayeeNote person={person} />}
        />
      </Rows>
      <p className={styles.note}>{t('person.why')}</p>
      <Rows>
        <RowLink to={paths.myData()} icon={<FolderLock {...ICON} />} label={t('titles.myData')} />
      </Rows>
    </div>
  );
}

/** Shown only if the house requires an identity check. */
function IdentityRow() {
  const t = useTranslations();
  const identity = useQuery(identityQuery()).data;
  if (identity?.asked !== true) return null;
  return (
    <RowLink
      to={paths.identity()}
      icon={<BadgeCheck {...ICON} />}
      label={t('titles.identity')}
      note={t(`identity.state.${identity.state}`)}
    />
  );
}

function FinanceNote({ set, lockedUntilMs, resetAtMs }: Person['financePassword']) {
  const t = useTranslations('person');
  const { minute } = useTimes();
  if (!set) return t(resetAtMs === null ? 'notSet' : 'setAnew');
  if (lockedUntilMs !== null) return t('lockedUntil', { time: minute(lockedUntilMs) });
  return t(resetAtMs === null ? 'isSet' : 'resetRuns');
}

function PayeeNote({ person: { payee, nextPayee } }: { person: Person }) {
  const t = useTranslations('person');
  if (payee === null) return t('notBound');
  if (nextPayee !== null) return t('beingReplaced');
  return <bdi dir="ltr">{payee.masked}</bdi>;
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { House } from '../../api/shared/types.ts';
import { HelpOrganisations } from '../../features/limits/help-organisations.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { ComplaintProcedure } from './complaint-procedure.tsx';
import { Figures } from './figures.tsx';
import { Films } from './films.tsx';
import { Funds } from './funds.tsx';
import styles from './house.module.css';
import { Odds } from './odds/odds.tsx';
import { Operator } from './operator.tsx';
import { OutsideLink } from './outside-link.tsx';
import { Rules } from './rules.tsx';
import { Witnesses } from './witnesses.tsx';

/** `/House`: operator, licence, odds and rules of the club. Public. */
export function HouseScreen() {
  const t = useTranslations('titles');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(houseQuery());
  const refresh = () =>
    Promise.all(
      [keys.house, keys.houseHolds, keys.houseTables, keys.houseFilms].map((queryKey) =>
        client.refetchQueries({ queryKey }, { throwOnError: true }),
      ),
    );
  return (
    <Screen title={t('house')} back={paths.home()} onRefresh={refresh}>
      <div className={styles.page}>
        {data !== undefined ? (
          <About house={data} />
        ) : error === null ? (
          <Skeleton blocks={[180, 140, 120, 320]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Screen>
  );
}

function About({ house }: { house: House }) {
  const t = useTranslations();
  return (
    <>
      <Operator house={house} />
      <Figures house={house} />
      <Funds house={house} />
      <Odds />
      <Films />
      <Witnesses house={house} />
      <Rules house={house} />
      <ComplaintProcedure house={house} />
      <HelpOrganisations />
      <ButtonLink look="quiet" wide to={paths.privacy()}>
        {t('privacyPage.title')}
      </ButtonLink>
      {/* Written by the build, beside the pages. */}
      <OutsideLink href="/third-party-licences.txt">{t('house.thirdParty')}</OutsideLink>
    </>
  );
}

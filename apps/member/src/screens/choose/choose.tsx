import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/shared/query-keys.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { searchText } from '../../ui/search-field/search-text.ts';
import { SwipeTabs } from '../../ui/swipe-tabs/swipe-tabs.tsx';
import styles from './choose.module.css';
import { Cities } from './cities.tsx';
import { GuidePage } from './guide-page.tsx';

const TABS = ['cities', 'guide'] as const;

/** `/Choose?tab&search`: the cities of the guide, and a page that explains it. */
export function Choose() {
  const t = useTranslations();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const shown = TABS.find((tab) => tab === params.get('tab')) ?? TABS[0];
  const search = searchText(params.get('search'));

  function write(name: string, value: string): void {
    setParams(
      (now) => {
        const to = new URLSearchParams(now);
        if (value === '' || value === TABS[0]) to.delete(name);
        else to.set(name, value);
        return to;
      },
      { replace: true },
    );
  }

  function refresh(): Promise<unknown> {
    const ask = { throwOnError: true };
    return Promise.all([
      client.refetchQueries({ queryKey: keys.allCities, type: 'active' }, ask),
      client.refetchQueries({ queryKey: keys.guide }, ask),
    ]);
  }

  return (
    <Screen tabs title={t('titles.choose')} onRefresh={refresh}>
      <SwipeTabs
        label={t('guide.tabs')}
        tabs={TABS.map((key) => ({ key, label: t(`guide.tab.${key}`) }))}
        shown={shown}
        onShow={(key) => write('tab', key)}
      >
        {(key) => (
          <div className={styles.page}>
            {key === 'cities' ? <Cities search={search} onSearch={(next) => write('search', next)} /> : <GuidePage />}
          </div>
        )}
      </SwipeTabs>
    </Screen>
  );
}

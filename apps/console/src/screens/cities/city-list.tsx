import type { City } from '../../api/library/cities.ts';
import { useText } from '../../features/language/use-text.ts';
import { DialogList, languagesColumn } from '../../features/list/dialog-list.tsx';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { CityDialog } from './city-dialog.tsx';

/** Cities of the guide, by name. */
export function CityList() {
  const t = useText();
  const words = useHouseWords();
  return (
    <DialogList<City>
      words="cities"
      columns={[
        { key: 'country', label: t('cities.country'), cell: ({ country }) => country },
        { key: 'tier', label: t('cities.tier'), atEnd: true, cell: ({ tier }) => tier },
        { key: 'hosts', label: t('cities.hosts'), atEnd: true, cell: ({ shown, hosts }) => `${shown} / ${hosts}` },
        languagesColumn(t('words.languages')),
      ]}
      nameOf={({ texts }) => words(texts, 'name')}
      create="POST /api/console/cities"
      change="PUT /api/console/cities/{id}"
      dialog={(known, close) => <CityDialog known={known} onClose={close} />}
    />
  );
}

import LocationCityOutlined from '@mui/icons-material/LocationCityOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const cities: ConsolePage = {
  name: 'cities',
  title: 'cities.title',
  icon: LocationCityOutlined,
  needs: 'GET /api/console/cities',
  list: lazyScreen(async () => (await import('./city-list.tsx')).CityList),
  api: async () => (await import('../../api/library/cities.ts')).citiesApi,
};

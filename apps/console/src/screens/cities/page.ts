import LocationCityOutlined from '@mui/icons-material/LocationCityOutlined';
import { citiesApi } from '../../api/library/cities.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { CityList } from './city-list.tsx';

export const cities: ConsolePage = {
  name: 'cities',
  title: 'cities.title',
  icon: LocationCityOutlined,
  needs: 'GET /api/console/cities',
  list: CityList,
  api: citiesApi,
};

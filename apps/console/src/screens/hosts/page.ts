import Diversity3Outlined from '@mui/icons-material/Diversity3Outlined';
import { hostsApi } from '../../api/library/hosts.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { HostCreate } from './host-create.tsx';
import { HostList } from './host-list.tsx';
import { HostShow } from './host-show.tsx';

export const hosts: ConsolePage = {
  name: 'hosts',
  title: 'hosts.title',
  icon: Diversity3Outlined,
  needs: 'GET /api/console/hosts',
  list: HostList,
  create: HostCreate,
  show: HostShow,
  api: hostsApi,
};

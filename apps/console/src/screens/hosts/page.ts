import Diversity3Outlined from '@mui/icons-material/Diversity3Outlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const hosts: ConsolePage = {
  name: 'hosts',
  title: 'hosts.title',
  icon: Diversity3Outlined,
  needs: 'GET /api/console/hosts',
  defaultFilter: {},
  queues: ['hosts', 'hosts-ending'],
  list: lazyScreen(async () => (await import('./host-list.tsx')).HostList),
  create: lazyScreen(async () => (await import('./host-create.tsx')).HostCreate),
  show: lazyScreen(async () => (await import('./host-show.tsx')).HostShow),
  api: async () => (await import('../../api/library/hosts.ts')).hostsApi,
};

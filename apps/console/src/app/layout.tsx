import Menu from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useHouse } from '../features/format/use-money.ts';
import { useKeptFocus } from '../features/keys/use-kept-focus.ts';
import { type Key, keysShown, useKeys } from '../features/keys/use-keys.ts';
import { useText } from '../features/language/use-text.ts';
import { Sign } from '../ui/sign.tsx';
import { AccountMenu } from './account-menu.tsx';
import { focusPageMenu } from './menu/menu-keys.ts';
import { PageMenu } from './menu/page-menu.tsx';
import { MENU } from './pages.ts';

const KeysHelp = lazy(async () => ({ default: (await import('../features/keys/keys-help.tsx')).KeysHelp }));
/** Loads after the page, whose first queues it does not bring. */
const QueueNews = lazy(async () => ({ default: (await import('../features/queues/queue-news.tsx')).QueueNews }));
const SearchButton = lazy(async () => ({
  default: (await import('../features/search/search-button.tsx')).SearchButton,
}));
const UploadWatch = lazy(async () => ({ default: (await import('../features/uploads/upload-watch.tsx')).UploadWatch }));
const Drawer = lazy(() => import('@mui/material/Drawer'));

const MENU_PX = 232;
const BAR_PX = 49;

/** Frame of every page: the bar and the page menu. On narrow screens the menu is a drawer. */
export function Layout({ children }: { children?: ReactNode }) {
  const t = useText();
  const { data: house } = useHouse();
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'));
  const [isOpen, setIsOpen] = useState(false);
  /** The page's keys when the help was opened; null while it is closed. */
  const [help, setHelp] = useState<readonly Key[] | null>(null);
  const showHelp = () => setHelp(keysShown());
  // The page is drawn first. The menu follows a moment later, in a place of its own width.
  const hasMenu = useDeferredValue(true, false);
  useKeptFocus();
  useKeys([
    { key: 'm', does: 'layout.menu', act: () => (isWide ? focusPageMenu() : setIsOpen(true)) },
    { key: '?', does: 'keys.title', act: showHelp },
  ]);
  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <Suspense>
        <UploadWatch />
        <QueueNews />
      </Suspense>
      <Suspense>{help === null ? null : <KeysHelp here={help} onClose={() => setHelp(null)} />}</Suspense>
      <Link
        href="#page"
        sx={{
          position: 'absolute',
          top: -80,
          left: 8,
          zIndex: 'tooltip',
          p: 1,
          bgcolor: 'background.paper',
          '&:focus': { top: 8 },
        }}
      >
        {t('layout.skip')}
      </Link>
      <Box
        component="header"
        sx={{
          ...{ position: 'sticky', top: 0, zIndex: 'appBar', height: BAR_PX, px: { xs: 2, sm: 3 } },
          ...{ display: 'flex', alignItems: 'center', gap: 1.5 },
          ...{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' },
        }}
      >
        {isWide ? null : (
          <IconButton edge="start" onClick={() => setIsOpen(true)} aria-label={t('layout.menu')}>
            <Menu />
          </IconButton>
        )}
        <Sign size={22} />
        <Typography sx={{ fontWeight: 650, whiteSpace: 'nowrap' }}>{house?.name ?? 'Tercet'}</Typography>
        {/* A phone has no room for it. */}
        <Typography color="textSecondary" noWrap sx={{ flexGrow: 1, visibility: { xs: 'hidden', sm: 'visible' } }}>
          {house?.mode === 'play' ? t('layout.play') : t('layout.console')}
        </Typography>
        <Suspense>
          <SearchButton groups={MENU} />
        </Suspense>
        <AccountMenu onKeys={showHelp} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>
        {isWide ? (
          <Box
            sx={{
              ...{ width: MENU_PX, flexShrink: 0, position: 'sticky', top: BAR_PX, py: 1.5 },
              // The owner's menu is taller than many screens, so it scrolls separately from the page.
              ...{ maxHeight: `calc(100dvh - ${BAR_PX}px)`, overflowY: 'auto', scrollbarWidth: 'thin' },
            }}
          >
            {hasMenu ? <PageMenu /> : null}
          </Box>
        ) : (
          <Suspense>
            {isOpen ? (
              <Drawer open onClose={() => setIsOpen(false)}>
                <Box sx={{ width: MENU_PX + 32, py: 1.5 }}>
                  <PageMenu onChosen={() => setIsOpen(false)} />
                </Box>
              </Drawer>
            ) : null}
          </Suspense>
        )}
        <Box
          component="main"
          id="page"
          tabIndex={-1}
          sx={{ flexGrow: 1, minWidth: 0, p: { xs: 2, md: 3 }, outline: 'none' }}
        >
          {children}
        </Box>
      </Box>
    </Box>
  );
}

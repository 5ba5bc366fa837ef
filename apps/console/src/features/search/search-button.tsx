import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../language/use-text.ts';
import type { NamedPage } from './named-pages.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));

const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** The page of the account menu. */
const ACCOUNT: NamedPage = { name: 'account', title: 'account.title' };

/** Opens the search of the console, as Ctrl or Cmd with K does on every page without an open dialog. */
export function SearchButton({ groups }: { groups: readonly { pages: readonly NamedPage[] }[] }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (document.querySelector('[role="dialog"]') === null) setIsOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        color="inherit"
        startIcon={<Search />}
        onClick={() => setIsOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={KEYS}
      >
        {t('search.open')}
        <Box
          component="span"
          aria-hidden
          sx={{ display: { xs: 'none', sm: 'inline' }, ml: 1, color: 'text.secondary' }}
        >
          {KEYS}
        </Box>
      </Button>
      <Suspense>
        {isOpen ? (
          <SearchDialog pages={[...groups.flatMap(({ pages }) => pages), ACCOUNT]} onClose={() => setIsOpen(false)} />
        ) : null}
      </Suspense>
    </>
  );
}

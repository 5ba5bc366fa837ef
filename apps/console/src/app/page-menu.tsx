import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type { KeyboardEvent } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useText } from '../features/language/use-text.ts';
import { useMay } from '../features/session/store.ts';
import { PAGES } from './pages.ts';

const PAGE_MENU = 'pages';

/** Links to the pages that the role can open. Arrow keys move between them. */
export function PageMenu({ onChosen }: { onChosen?: () => void }) {
  const t = useText();
  const may = useMay();
  const { pathname } = useLocation();
  return (
    <List component="nav" id={PAGE_MENU} dense aria-label={t('layout.pages')} onKeyDown={stepByArrows} sx={{ px: 1 }}>
      {PAGES.filter(({ needs, isHidden }) => !isHidden && may(needs)).map(({ name, title, icon: Icon }) => (
        <ListItem key={name} disablePadding component="div">
          <ListItemButton
            component={NavLink}
            to={`/${name}`}
            selected={pathname === `/${name}` || pathname.startsWith(`/${name}/`)}
            onClick={onChosen}
            sx={{ borderRadius: 1, py: 0.25 }}
          >
            <ListItemIcon sx={{ minWidth: 32, color: 'inherit', '& svg': { fontSize: 20 } }}>
              <Icon />
            </ListItemIcon>
            <ListItemText primary={t(title)} slotProps={{ primary: { sx: { lineHeight: 1.25 } } }} />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}

/** Focuses the link of the open page, else the first link. */
export function focusPageMenu(): void {
  const links = linksOf(document.getElementById(PAGE_MENU));
  (links.find((link) => link.ariaCurrent === 'page') ?? links[0])?.focus();
}

function stepByArrows(event: KeyboardEvent<HTMLElement>): void {
  const links = linksOf(event.currentTarget);
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  links[next]?.focus();
}

function linksOf(menu: HTMLElement | null): HTMLAnchorElement[] {
  return [...(menu?.querySelectorAll('a') ?? [])];
}

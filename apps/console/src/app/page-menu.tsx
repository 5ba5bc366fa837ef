import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Queue } from '../api/money/figures.ts';
import { useText } from '../features/language/use-text.ts';
import type { ConsolePage } from '../features/pages/console-page.ts';
import { waitingIn } from '../features/queues/queue-counts.ts';
import { useQueues } from '../features/queues/use-queues.ts';
import { useMay } from '../features/session/store.ts';
import { PAGES } from './pages.ts';

const PAGE_MENU = 'pages';

/** Links to the pages that the role can open. Arrow keys move between them. */
export function PageMenu({ onChosen }: { onChosen?: () => void }) {
  const t = useText();
  const may = useMay();
  const open = PAGES.filter(({ needs, isHidden }) => !isHidden && may(needs));
  const { data = [] } = useQueues({ enabled: open.some(({ queues }) => queues !== undefined) });
  return (
    <List component="nav" id={PAGE_MENU} dense aria-label={t('layout.pages')} onKeyDown={stepByArrows} sx={{ px: 1 }}>
      {open.map((page) => (
        <PageLink key={page.name} page={page} waiting={waitingIn(data, page.queues ?? [])} onChosen={onChosen} />
      ))}
    </List>
  );
}

interface PageLinkProps {
  page: ConsolePage;
  /** Queues of the page that are not empty. */
  waiting: readonly Queue[];
  onChosen: (() => void) | undefined;
}

/** The counts are part of the description, so that the name of the link stays the same. */
function PageLink({ page: { name, title, icon: Icon }, waiting, onChosen }: PageLinkProps) {
  const t = useText();
  const { pathname } = useLocation();
  const description = waiting.map(({ queue, count }) => `${t(`dashboard.queue.${queue}`)}: ${count}`).join(' · ');
  return (
    <ListItem disablePadding component="div">
      <ListItemButton
        component={NavLink}
        to={`/${name}`}
        selected={pathname === `/${name}` || pathname.startsWith(`/${name}/`)}
        onClick={onChosen}
        {...(description === '' ? {} : { title: description })}
        sx={{ borderRadius: 1, py: 0.25 }}
      >
        <ListItemIcon sx={{ minWidth: 32, color: 'inherit', '& svg': { fontSize: 20 } }}>
          <Icon />
        </ListItemIcon>
        <ListItemText primary={t(title)} slotProps={{ primary: { sx: { lineHeight: 1.25 } } }} />
        <Typography component="span" variant="caption" color="textSecondary" aria-hidden>
          {waiting.map(({ count }) => count).join(' · ')}
        </Typography>
      </ListItemButton>
    </ListItem>
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

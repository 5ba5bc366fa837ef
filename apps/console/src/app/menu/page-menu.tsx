import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Queue } from '../../api/money/figures.ts';
import { useText } from '../../features/language/use-text.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { countText, totalOf, waitingIn } from '../../features/queues/queue-counts.ts';
import { useQueueText } from '../../features/queues/use-queue-text.ts';
import { useQueues } from '../../features/queues/use-queues.ts';
import { useMay } from '../../features/session/store.ts';
import { MENU, type PageGroup } from '../pages.ts';
import { PAGE_MENU, stepByKeys } from './menu-keys.ts';
import { useOpenGroups } from './use-open-groups.ts';

const NO_QUEUES: { items: readonly Queue[] } = { items: [] };

/** Links to the pages that the role can open, in groups. Arrow keys move between them. */
export function PageMenu({ onChosen }: { onChosen?: () => void }) {
  const t = useText();
  const may = useMay();
  const [, here] = useLocation().pathname.split('/');
  const shown = MENU.map((group) => ({ ...group, pages: group.pages.filter(({ needs }) => may(needs)) })).filter(
    ({ pages }) => pages.length > 0,
  );
  // A group of one page is that page.
  const groups = shown.filter(({ pages }) => pages.length > 1);
  const { open, turn } = useOpenGroups(
    groups.map(({ name, pages }) => ({ name, links: pages.length })),
    shown.length - groups.length,
    groups.find(({ pages }) => pages.some(({ name }) => name === here))?.name,
  );
  const { data: { items: queues } = NO_QUEUES } = useQueues();
  const linkTo = (page: ConsolePage) => <PageLink key={page.name} page={page} queues={queues} onChosen={onChosen} />;
  return (
    <Box component="nav" id={PAGE_MENU} aria-label={t('layout.pages')} onKeyDown={stepByKeys} sx={{ px: 1 }}>
      {shown.map((group) =>
        group.pages.length === 1 ? (
          group.pages.map(linkTo)
        ) : (
          <Group
            key={group.name}
            group={group}
            queues={queues}
            isOpen={open.has(group.name)}
            isHere={group.pages.some(({ name }) => name === here)}
            onTurn={() => turn(group.name)}
          >
            {group.pages.map(linkTo)}
          </Group>
        ),
      )}
    </Box>
  );
}

const LINE = {
  ...{ display: 'flex', alignItems: 'center', gap: 1, width: '100%', minHeight: 32, px: 1, py: 0.5 },
  ...{ border: 0, borderRadius: 1, background: 'none', font: 'inherit', lineHeight: 1.25, textAlign: 'start' },
  ...{ color: 'text.primary', textDecoration: 'none', cursor: 'pointer' },
  '&:hover': { bgcolor: 'action.hover' },
} as const;

interface GroupProps {
  group: PageGroup;
  queues: readonly Queue[];
  isOpen: boolean;
  /** The open page belongs to it. */
  isHere: boolean;
  onTurn: () => void;
  children: ReactNode;
}

/** While it is folded, its heading carries the counts of its pages. */
function Group({ group: { name, title, pages }, queues, isOpen, isHere, onTurn, children }: GroupProps) {
  const t = useText();
  const waiting = isOpen
    ? []
    : waitingIn(
        queues,
        pages.flatMap((page) => page.queues ?? []),
      );
  const sum = totalOf(waiting);
  const listId = `${PAGE_MENU}-${name}`;
  return (
    <Box sx={{ mt: 0.5 }}>
      <Box
        component="button"
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={onTurn}
        {...useDescription(waiting)}
        sx={{ ...LINE, fontSize: 12, fontWeight: 600, color: isHere ? 'primary.main' : 'text.secondary' }}
      >
        <Box component="span" sx={{ flexGrow: 1 }}>
          {title === undefined ? '' : t(title)}
        </Box>
        <Count text={sum === 0 ? '' : countText(sum)} />
        <ExpandMore sx={{ fontSize: 18, transform: isOpen ? 'rotate(180deg)' : 'none' }} />
      </Box>
      {isOpen ? <Box id={listId}>{children}</Box> : null}
    </Box>
  );
}

interface PageLinkProps {
  page: ConsolePage;
  queues: readonly Queue[];
  onChosen: (() => void) | undefined;
}

/** Loads the page's file as soon as the reader points at it. */
function PageLink({ page: { name, title, icon: Icon, list, queues: own = [] }, queues, onChosen }: PageLinkProps) {
  const t = useText();
  const waiting = waitingIn(queues, own);
  return (
    <Box
      component={NavLink}
      to={`/${name}`}
      onClick={onChosen}
      onPointerEnter={list.preload}
      onFocus={list.preload}
      {...useDescription(waiting)}
      sx={{
        ...LINE,
        '& svg': { fontSize: 20 },
        '&[aria-current]': { bgcolor: 'action.selected', fontWeight: 600 },
      }}
    >
      <Icon />
      <Box component="span" sx={{ flexGrow: 1 }}>
        {t(title)}
      </Box>
      <Count text={waiting.map(({ count }) => countText(count)).join(' · ')} />
    </Box>
  );
}

/** The counts are part of the description, so that the name of the link stays the same. */
function Count({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        px: 0.75,
        borderRadius: 2,
        bgcolor: 'action.selected',
        fontSize: 12,
        fontWeight: 600,
        color: 'text.primary',
      }}
    >
      {text}
    </Box>
  );
}

function useDescription(waiting: readonly Queue[]): { title?: string } {
  const textOf = useQueueText();
  return waiting.length === 0 ? {} : { title: waiting.map(textOf).join(' · ') };
}

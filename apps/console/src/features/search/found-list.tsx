import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { FoundGroup, Hit } from '../../api/staff/search.ts';
import { useText } from '../language/use-text.ts';
import { hitPath } from './hit-path.ts';
import type { PageHit } from './named-pages.ts';
import { useHitFacts } from './use-hit-text.ts';

interface FoundListProps {
  /** Pages of the console; they come first. */
  pages: readonly PageHit[];
  groups: readonly FoundGroup[];
  /** Index of the active option over all groups. */
  active: number;
  optionId: (index: number) => string;
  onActive: (index: number) => void;
  onChosen: () => void;
}

/** Results in groups. The options are links, so they open in another tab, too. */
export function FoundList({ pages, groups, active, optionId, onActive, onChosen }: FoundListProps) {
  const t = useText();
  const optionAt = (index: number) => ({
    ...{ id: optionId(index), isActive: index === active, onActive: () => onActive(index), onChosen },
  });
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { hits }) => sum + hits.length, pages.length));
  return (
    <>
      {pages.length === 0 ? null : (
        <Group title={t('search.pages')}>
          {pages.map(({ to, name, otherName }, at) => (
            <Option key={to} to={to} name={name} about={otherName ?? ''} facts="" {...optionAt(at)} />
          ))}
        </Group>
      )}
      {groups.map(({ group, hits, hasMore }, at) => (
        <Group key={group} title={`${t(`search.group.${group}`)}${hasMore ? ` · ${t('search.more')}` : ''}`}>
          {hits.map((hit, index) => (
            <HitOption key={`${hit.kind} ${hit.id}`} hit={hit} {...optionAt((starts[at] ?? 0) + index)} />
          ))}
        </Group>
      ))}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Box role="group" aria-labelledby={titleId} sx={{ mb: 1 }}>
      <Typography id={titleId} component="div" variant="subtitle2" color="textSecondary" sx={{ px: 1, py: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

interface PlacedProps {
  id: string;
  isActive: boolean;
  onActive: () => void;
  onChosen: () => void;
}

function HitOption({ hit, ...placed }: PlacedProps & { hit: Hit }) {
  const { about, facts } = useHitFacts()(hit);
  return <Option to={hitPath(hit)} name={hit.name || hit.id} about={about} facts={facts} {...placed} />;
}

interface OptionProps extends PlacedProps {
  to: string;
  name: string;
  about: string;
  facts: string;
}

function Option({ to, name, about, facts, id, isActive, onActive, onChosen }: OptionProps) {
  return (
    <Box
      component={Link}
      to={to}
      role="option"
      id={id}
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChosen}
      onPointerMove={onActive}
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, px: 1, py: 0.75, borderRadius: 1 },
        ...{ color: 'text.primary', textDecoration: 'none', overflowWrap: 'anywhere' },
        ...(isActive ? { bgcolor: 'action.selected' } : {}),
      }}
    >
      <Box component="span" sx={{ flexGrow: 1, minWidth: 0 }}>
        <b>{name}</b>{' '}
        {about === '' ? null : (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
            {about}
          </Typography>
        )}
      </Box>
      <Typography component="span" variant="body2" color="textSecondary">
        {facts}
      </Typography>
    </Box>
  );
}

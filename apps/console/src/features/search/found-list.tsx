import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router';
import type { FoundGroup, Hit } from '../../api/staff/search.ts';
import { useText } from '../language/use-text.ts';
import { hitPath } from './hit-path.ts';
import { useHitFacts } from './use-hit-text.ts';

interface FoundListProps {
  groups: readonly FoundGroup[];
  /** Index of the active option over all groups. */
  active: number;
  optionId: (index: number) => string;
  onActive: (index: number) => void;
  onChosen: () => void;
}

/** Results in groups. The options are links, so they open in another tab, too. */
export function FoundList({ groups, active, ...rest }: FoundListProps) {
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { hits }) => sum + hits.length, 0));
  return groups.map((group, at) => (
    <Group key={group.group} group={group} start={starts[at] ?? 0} active={active} {...rest} />
  ));
}

function Group({ group, start, active, optionId, onActive, onChosen }: GroupProps) {
  const t = useText();
  const titleId = useId();
  return (
    <Box role="group" aria-labelledby={titleId} sx={{ mb: 1 }}>
      <Typography id={titleId} component="div" variant="subtitle2" color="textSecondary" sx={{ px: 1, py: 0.5 }}>
        {t(`search.group.${group.group}`)}
        {group.hasMore ? ` · ${t('search.more')}` : ''}
      </Typography>
      {group.hits.map((hit, at) => (
        <Option
          key={`${hit.kind} ${hit.id}`}
          hit={hit}
          id={optionId(start + at)}
          isActive={start + at === active}
          onActive={() => onActive(start + at)}
          onChosen={onChosen}
        />
      ))}
    </Box>
  );
}

interface GroupProps extends Omit<FoundListProps, 'groups'> {
  group: FoundGroup;
  /** Index of its first option. */
  start: number;
}

interface OptionProps {
  hit: Hit;
  id: string;
  isActive: boolean;
  onActive: () => void;
  onChosen: () => void;
}

function Option({ hit, id, isActive, onActive, onChosen }: OptionProps) {
  const { about, facts } = useHitFacts()(hit);
  return (
    <Box
      component={Link}
      to={hitPath(hit)}
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
        <b>{hit.name || hit.id}</b>{' '}
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

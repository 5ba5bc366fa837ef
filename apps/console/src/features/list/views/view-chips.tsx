import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Star from '@mui/icons-material/Star';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../language/use-text.ts';
import { useListContext } from '../list-context.ts';
import { isShown, type Shown } from './views.ts';

const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }));
const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }));

/** Saved views as chips. The chip of the shown view has a menu; anything else can be saved as a view. */
export function ViewChips() {
  const t = useText();
  const { views } = useListContext();
  const [isSaving, setIsSaving] = useState(false);
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null);
  const { shown, usual } = views;
  const current = views.views.find((one) => isShown(one, shown));
  const isUsual = current === undefined && isShown({ query: copied(usual) }, shown);
  if (!views.isOffered || (views.views.length === 0 && isUsual)) return null;
  return (
    <Stack
      direction="row"
      useFlexGap
      spacing={1}
      role="group"
      aria-label={t('views.title')}
      sx={{ flexWrap: 'wrap', alignItems: 'center' }}
    >
      {views.views.length === 0 ? null : (
        <ViewChip label={t('views.usual')} isCurrent={isUsual} onShow={() => views.show(usual)} />
      )}
      {views.views.map((view) => (
        <ViewChip
          key={view.id}
          label={view.role === null ? view.name : t('views.shared', { name: view.name })}
          isDefault={view.id === views.defaultId}
          isCurrent={view === current}
          onShow={() => views.show(view.query)}
        />
      ))}
      {current === undefined ? null : (
        <IconButton
          size="small"
          aria-label={t('views.more', { name: current.name })}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setMenuAt(currentTarget)}
        >
          <MoreVert fontSize="small" />
        </IconButton>
      )}
      {current === undefined && !isUsual ? (
        <Button size="small" startIcon={<BookmarkAddOutlined />} onClick={() => setIsSaving(true)}>
          {t('views.save')}
        </Button>
      ) : null}
      <Suspense>
        {isSaving ? <SaveView onClose={() => setIsSaving(false)} /> : null}
        {menuAt !== null && current !== undefined ? (
          <ViewMenu anchor={menuAt} view={current} onClose={() => setMenuAt(null)} />
        ) : null}
      </Suspense>
    </Stack>
  );
}

interface ViewChipProps {
  label: string;
  isCurrent: boolean;
  isDefault?: boolean;
  onShow: () => void;
}

function ViewChip({ label, isCurrent, isDefault = false, onShow }: ViewChipProps) {
  const t = useText();
  return (
    <Chip
      label={label}
      {...(isDefault ? { icon: <Star titleAccess={t('views.isDefault')} /> } : {})}
      color={isCurrent ? 'primary' : 'default'}
      variant={isCurrent ? 'filled' : 'outlined'}
      aria-pressed={isCurrent}
      onClick={onShow}
    />
  );
}

function copied({ filter, sort, columns }: Shown) {
  return { filter: { ...filter }, sort, columns: columns === null ? null : [...columns] };
}

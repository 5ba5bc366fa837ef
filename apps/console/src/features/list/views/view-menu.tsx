import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ListView } from '../../../api/staff/list-views.ts';
import { useText } from '../../language/use-text.ts';
import { useMe } from '../../session/store.ts';
import { useListContext } from '../list-context.ts';

interface ViewMenuProps {
  anchor: HTMLElement;
  view: ListView;
  onClose: () => void;
}

/** What can be done with a view: open the list with it, or delete it. */
export function ViewMenu({ anchor, view, onClose }: ViewMenuProps) {
  const t = useText();
  const { views } = useListContext();
  const me = useMe();
  const isDefault = view.id === views.defaultId;
  const choose = () => {
    views.chooseDefault(isDefault ? null : view.id);
    onClose();
  };
  const remove = () => {
    views.remove(view.id);
    views.show(views.usual);
    onClose();
  };
  return (
    <Menu anchorEl={anchor} open onClose={onClose}>
      <MenuItem onClick={choose}>{t(isDefault ? 'views.dropDefault' : 'views.makeDefault')}</MenuItem>
      {view.ownerId === me.id || me.role === 'owner' ? (
        <MenuItem onClick={remove}>{t(view.role === null ? 'views.remove' : 'views.removeShared')}</MenuItem>
      ) : null}
    </Menu>
  );
}

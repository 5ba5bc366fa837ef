import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { NavLink, useLocation } from 'react-router';
import { useText } from '../features/language/use-text.ts';
import { useMay } from '../features/session/store.ts';
import { PAGES } from './pages.ts';

/** What the role can open. */
export function PageMenu({ onChosen }: { onChosen?: () => void }) {
  const t = useText();
  const may = useMay();
  const { pathname } = useLocation();
  return (
    <List component="nav" dense aria-label={t('layout.pages')} sx={{ px: 1 }}>
      {PAGES.filter(({ needs, isHidden }) => !isHidden && may(needs)).map(({ name, title, icon: Icon }) => (
        <ListItem key={name} disablePadding component="div">
          <ListItemButton
            component={NavLink}
            to={`/${name}`}
            selected={pathname === `/${name}` || pathname.startsWith(`/${name}/`)}
            onClick={onChosen}
            sx={{ borderRadius: 1, mb: 0.25 }}
          >
            <ListItemIcon sx={{ minWidth: 36, color: 'inherit' }}>
              <Icon />
            </ListItemIcon>
            <ListItemText primary={t(title)} />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}

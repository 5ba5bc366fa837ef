import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Link } from 'react-router';
import { LANGUAGES } from '../features/language/messages.ts';
import { useLanguage, useText } from '../features/language/use-text.ts';
import { notify } from '../features/notifications/notifications.ts';
import { leaveConsole, useMe } from '../features/session/store.ts';
import { chooseAppearance, useAppearance } from './appearance.ts';

interface AccountChoicesProps {
  /** The button that opened it; null while closed. */
  anchor: HTMLElement | null;
  onKeys: () => void;
  onClose: () => void;
}

/** Preferences of the signed-in account. Loaded when it is first opened, since menus are a tenth of the first load. */
export function AccountChoices({ anchor, onKeys, onClose }: AccountChoicesProps) {
  const t = useText();
  const me = useMe();
  const [, setLanguage] = useLanguage();
  const isDark = useAppearance() === 'dark';
  const turn = () => {
    chooseAppearance(isDark ? 'light' : 'dark');
    onClose();
  };
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      <ListSubheader sx={{ lineHeight: 2.5 }}>{t(`role.${me.role}`)}</ListSubheader>
      <MenuItem component={Link} to="/account" onClick={onClose}>
        {t('account.title')}
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose();
          onKeys();
        }}
      >
        {t('keys.title')}
      </MenuItem>
      <MenuItem onClick={turn} divider>
        {t(isDark ? 'layout.light' : 'layout.dark')}
      </MenuItem>
      {Object.entries(LANGUAGES).map(([language, name], at, { length }) => (
        <MenuItem
          key={language}
          divider={at === length - 1}
          lang={language}
          onClick={() => {
            setLanguage(language as keyof typeof LANGUAGES).catch(() => notify(t('errors.offline'), 'error'));
            onClose();
          }}
        >
          {name}
        </MenuItem>
      ))}
      <MenuItem onClick={leaveConsole}>{t('layout.signOut')}</MenuItem>
    </Menu>
  );
}

import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined';
import Button from '@mui/material/Button';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router';
import { LANGUAGES } from '../features/language/messages.ts';
import { useLanguage, useText } from '../features/language/use-text.ts';
import { notify } from '../features/notifications/notifications.ts';
import { leaveConsole, useMe } from '../features/session/store.ts';
import { chooseAppearance, useAppearance } from './appearance.ts';

/** The signed-in account and its preferences. */
export function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const t = useText();
  const me = useMe();
  const [, setLanguage] = useLanguage();
  const isDark = useAppearance() === 'dark';
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const turn = () => {
    chooseAppearance(isDark ? 'light' : 'dark');
    close();
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountCircleOutlined />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
      >
        {me.name}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <ListSubheader sx={{ lineHeight: 2.5 }}>{t(`role.${me.role}`)}</ListSubheader>
        <MenuItem component={Link} to="/account" onClick={close}>
          {t('account.title')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
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
              close();
            }}
          >
            {name}
          </MenuItem>
        ))}
        <MenuItem onClick={leaveConsole}>{t('layout.signOut')}</MenuItem>
      </Menu>
    </>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';
import { useText } from '../language/use-text.ts';
import { type Notification, notifications } from './notifications.ts';

/**
 * The current notifications, at the foot of the page. Screen readers announce confirmations politely and failures at
 * once. The area is always on the page, since they watch only those that exist before their text.
 */
export function NotificationArea() {
  const shown = useSyncExternalStore(notifications.subscribe, notifications.read);
  return (
    <Box
      onMouseEnter={notifications.hold}
      onMouseLeave={notifications.release}
      onFocus={notifications.hold}
      onBlur={notifications.release}
      sx={{
        ...{ position: 'fixed', bottom: 16, insetInline: 16, zIndex: 'snackbar', pointerEvents: 'none' },
        ...{ display: 'grid', gap: 1, justifyItems: 'center' },
      }}
    >
      <Box role="status" sx={{ display: 'contents' }}>
        {shown.map((one) => (one.kind === 'error' ? null : <Line key={one.id} one={one} role="none" />))}
      </Box>
      {shown.map((one) => (one.kind === 'error' ? <Line key={one.id} one={one} role="alert" /> : null))}
    </Box>
  );
}

function Line({ one, role }: { one: Notification; role: 'none' | 'alert' }) {
  const t = useText();
  return (
    <Alert
      severity={one.kind}
      variant="outlined"
      role={role}
      closeText={t('keys.close')}
      onClose={() => notifications.close(one.id)}
      sx={{ pointerEvents: 'auto', maxWidth: 560, boxShadow: 3 }}
    >
      {one.text}
    </Alert>
  );
}

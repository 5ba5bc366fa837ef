import { expect, test } from 'vitest';
import { isPushEndpoint } from './push.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://jmt17.google.com/fcm/send/abc', true],
  ['https://android.googleapis.com/gcm/send/abc', true],
  ['https://autopush.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://google.com/fcm/send/abc', false],
  ['https://storage.googleapis.com/abc', false],
  ['https://push.services.mozilla.com.evil.example/abc', false],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-by3p.notify.windows.com/w/?token=abc', true],
  ['https://push.example:8443/abc', true],
  ['https://push.example/abc', false],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://x.push.apple.com:22/abc', false],
  ['https://user:secret@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com@evil.example/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilpush.apple.com.evil.example/abc', false],
  ['https://evil-notify.windows.com/abc', false],
  ['https://fcm.googleapis.com./abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://[::1]/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/abc', false],
  ['https:\\\\fcm.googleapis.com/abc', true],
  ['file:///etc/passwd', false],
  ['//fcm.googleapis.com/abc', false],
  ['', false],
  [`https://fcm.googleapis.com/${'a'.repeat(2_048)}`, false],
])('%s: %s', (endpoint, isAllowed) => {
  expect(isPushEndpoint(endpoint, ['push.example:8443'])).toBe(isAllowed);
});

import { expect, test } from 'vitest';
import { sandboxIdentity } from './identity/sandbox.ts';
import { sandboxProvider } from './payment/sandbox.ts';
import { signWebhook, WEBHOOK_SIGNATURE_HEADER } from './payment/sandbox-signature.ts';

const PLACE = { url: 'http://127.0.0.1:1', secret: 'a secret of both' };
const NOW_MS = Date.UTC(2026, 10, 26);
const DECLINED = { eventId: 'e-1', kind: 'declined', reference: 'top-up-1' };
const EXPIRED = {
  eventId: 'e-2',
  kind: 'identity',
  outcome: 'expired',
  reference: 'c',
  providerRef: 'p',
  decidedAtMs: 1,
};

function deliver(content: unknown) {
  const body = Buffer.from(JSON.stringify(content));
  return { body, headers: { [WEBHOOK_SIGNATURE_HEADER]: signWebhook(PLACE.secret, body, NOW_MS) }, nowMs: NOW_MS };
}

test.each([null, 7, 'text', [], {}, { ...DECLINED, kind: 'of next year' }, { ...DECLINED, reference: null }])(
  'a signed event %j does not lose its neighbours',
  (bad) => {
    expect(sandboxProvider(PLACE).readWebhook(deliver({ events: [bad, DECLINED, bad] }))).toEqual([DECLINED]);
    const news = sandboxIdentity(PLACE).readWebhook(deliver({ events: [bad, EXPIRED] }));
    expect(news).toEqual([{ kind: 'expired', reference: 'c', providerRef: 'p', decidedAtMs: 1 }]);
  },
);

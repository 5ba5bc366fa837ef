import { type AnswerOf, type AskOf, call, sendFile } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type PaymentLogo = AnswerOf<'get', '/api/console/payment-logos'>['items'][number];
export type PaymentLogoForm = AskOf<'post', '/api/console/payment-logos'>['body'];

export const MADE_LOGOS = ['card', 'bank', 'wallet'] as const;

/** The server returns all of them, in their order. */
export const paymentLogosApi: ResourceApi<PaymentLogo> = {
  keyOf: ({ id }) => id,
  async list({ signal }) {
    const { items } = await call('get', '/api/console/payment-logos', { signal });
    return { items, nextCursor: null, total: items.length };
  },
};

/** Adds a logo, or changes the one with this id. */
export function saveLogo(id: string | null, body: PaymentLogoForm): Promise<PaymentLogo> {
  if (id === null) return call('post', '/api/console/payment-logos', { body });
  return call('put', '/api/console/payment-logos/{id}', { params: { id }, body });
}

export function sendLogoPicture(id: string, file: Blob): Promise<PaymentLogo> {
  return sendFile('/api/console/payment-logos/{id}/picture', { id }, file);
}

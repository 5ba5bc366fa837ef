/** A message from the provider's field, validated. The field itself shows errors of the number. */
export type FieldMessage =
  | { type: 'ready'; height: number }
  | { type: 'card'; card: { token: string; brand: string; last4: string } };

const HEIGHT_MIN = 80;
const HEIGHT_MAX = 640;
const TEXT_LENGTH_MAX = 256;

/** Reads a message; null if it is none of the field's. Clamps the height. */
export function readFieldMessage(data: unknown): FieldMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const { type, height, token, brand, last4 } = data as Record<string, unknown>;
  if (type === 'tercet-card-ready' && typeof height === 'number' && Number.isFinite(height)) {
    return { type: 'ready', height: Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, Math.ceil(height))) };
  }
  if (type !== 'tercet-card' || !isShort(token) || !isShort(brand)) return null;
  return typeof last4 === 'string' && /^\d{4}$/.test(last4) ? { type: 'card', card: { token, brand, last4 } } : null;
}

/** Whether a message came from the field's own frame and the provider's origin. */
export function isFieldsOwn(
  { origin, source }: Pick<MessageEvent, 'origin' | 'source'>,
  field: { origin: string; window: Window | null | undefined },
): boolean {
  return origin === field.origin && source !== null && source === field.window;
}

function isShort(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text.length <= TEXT_LENGTH_MAX;
}

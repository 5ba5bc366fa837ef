import { z } from 'zod';
import type { OwnPasskey } from '../../../staff/passkeys.ts';

/** A credential may carry an attestation: longer than other forms. */
export const PASSKEY_BYTES_MAX = 16_384;

/** Sent back with the browser's answer. */
export const Attempt = z.string().max(64);

/** `PublicKeyCredential.toJSON()`, as the browser wrote it. What is in it is looked at where it is checked. */
export const Credential = z.record(z.string().max(64), z.unknown());

/** What the browser is to be asked, as it takes it (`…OptionsJSON` of WebAuthn). */
export const Options = z.record(z.string(), z.unknown());

export const PasskeyAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAtMs: z.number().int(),
  usedAtMs: z.number().int().nullable(),
});
z.globalRegistry.add(PasskeyAnswer, { id: 'Passkey' });

export function answerPasskey({ id, name, createdAt, usedAt }: OwnPasskey): z.infer<typeof PasskeyAnswer> {
  return { id, name, createdAtMs: createdAt.getTime(), usedAtMs: usedAt?.getTime() ?? null };
}

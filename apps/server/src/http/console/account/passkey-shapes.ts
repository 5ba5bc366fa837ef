import { z } from 'zod';
import type { StaffPasskey } from '../../../staff/passkeys.ts';

/** Longer than other forms, since a credential may hold an attestation. */
export const PASSKEY_BYTES_MAX = 16_384;

/** Id of the attempt, returned with the browser's answer. */
export const Attempt = z.string().max(64);

/** `PublicKeyCredential.toJSON()` as the browser wrote it. Verification validates the content. */
export const Credential = z.record(z.string().max(64), z.unknown());

/** WebAuthn options for the browser (`…OptionsJSON`). */
export const Options = z.record(z.string(), z.unknown());

export const PasskeyAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAtMs: z.number().int(),
  usedAtMs: z.number().int().nullable(),
});
z.globalRegistry.add(PasskeyAnswer, { id: 'Passkey' });

export function answerPasskey({ id, name, createdAt, usedAt }: StaffPasskey): z.infer<typeof PasskeyAnswer> {
  return { id, name, createdAtMs: createdAt.getTime(), usedAtMs: usedAt?.getTime() ?? null };
}

import { z } from 'zod';
import { MADE_AVATARS } from '../../../members/account/avatars.ts';

export const MadeAvatarId = z.enum(MADE_AVATARS);

export const AvatarValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('made'), id: MadeAvatarId }).describe('A built-in drawing'),
  z
    .object({ kind: z.literal('own'), version: z.string() })
    .describe('An uploaded picture; each upload has a new version'),
]);
z.globalRegistry.add(AvatarValue, { id: 'Avatar' });

export const AvatarAnswer = z.object({ avatar: AvatarValue });

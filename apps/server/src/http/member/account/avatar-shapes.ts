import { z } from 'zod';
import { MADE_AVATARS } from '../../../members/account/avatars.ts';

export const MadeAvatarId = z.enum(MADE_AVATARS);

export const AvatarValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('made'), id: MadeAvatarId }).describe('One of the house’s own drawings'),
  z
    .object({ kind: z.literal('own'), version: z.string() })
    .describe('The member’s own picture; a new one has a new version'),
]);
z.globalRegistry.add(AvatarValue, { id: 'Avatar' });

export const AvatarAnswer = z.object({ avatar: AvatarValue });

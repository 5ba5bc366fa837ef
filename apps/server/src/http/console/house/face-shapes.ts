import { ACCENT_PATTERN } from '@tercet/contract/accent.ts';
import { z } from 'zod';
import { type Face, GROUNDS } from '../../../house/face.ts';
import { Line } from '../input-shapes.ts';

const Accent = z.string().regex(ACCENT_PATTERN);
export const LogoId = z.string().regex(/^[0-9a-f]{64}$/);

export const FaceBody = z.strictObject({
  name: Line.min(1).max(40),
  accentLight: Accent.describe('`#rrggbb`, for the light theme'),
  accentDark: Accent.describe('`#rrggbb`, for the dark theme'),
  ground: z.enum(GROUNDS).describe('Background of the app icons'),
  logo: LogoId.nullable().describe('Id of an uploaded logo; null for the app’s own mark'),
});

export const FaceAnswer = FaceBody.extend({
  version: z.number().int().describe('0 for a house that never changed its face'),
  atMs: z.number().int().nullable(),
});
z.globalRegistry.add(FaceAnswer, { id: 'Face' });

export function answerFace(face: Face): z.infer<typeof FaceAnswer> {
  return { ...face };
}

import { z } from 'zod';
import { Line } from '../input-shapes.ts';

const Texts = z.strictObject({
  arrival: z.string().trim().max(300).describe('How long a withdrawal takes'),
  helpTitle: Line.max(120),
  helpText: z.string().trim().max(2_000),
});

const Url = z.string().max(300);

/** An external service page, over https. */
export const ServicePageBody = z.strictObject({ url: Url });

export const ServiceBody = z.strictObject({
  open: z.boolean(),
  hours: Line.min(1).max(100).describe('Such as `24/7`'),
  texts: z
    .record(
      z
        .string()
        .max(11)
        .regex(/^[a-z]{2}(-[A-Za-z]{2,8})?$/),
      Texts,
    )
    .refine((texts) => Object.keys(texts).length <= 20)
    .describe('By language'),
});

export const ServiceAnswer = ServiceBody.extend({
  url: Url.nullable().describe('A page for questions, over https'),
  version: z.number().int(),
  atMs: z.number().int(),
});
z.globalRegistry.add(ServiceAnswer, { id: 'Service' });

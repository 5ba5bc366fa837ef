import { z } from 'zod';

export const MessageAnswer = z.object({
  id: z.uuid(),
  kind: z.string().describe('Such as `withdrawal-paid`; the app has the text'),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  atMs: z.number().int(),
  read: z.boolean(),
});
z.globalRegistry.add(MessageAnswer, { id: 'Message' });

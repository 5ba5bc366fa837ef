import { z } from 'zod';
import { VIEWED_LISTS } from '../../../staff/list-views.ts';
import { ROLES } from '../../../staff/roles.ts';

const Code = z.string().regex(/^-?[A-Za-z][A-Za-z-]{0,31}$/);

export const ViewedList = z.enum(VIEWED_LISTS);
export const Columns = z.array(Code).max(30).nullable().describe('Shown columns; null for all');

const ViewQuery = z.strictObject({
  filter: z
    .record(Code, z.string().max(60))
    .refine((filter) => Object.keys(filter).length <= 20)
    .describe('Filter values of the list’s address, without those that name a person'),
  sort: Code.nullable().describe('Null for the usual order'),
  columns: Columns,
});

export const ViewBody = z.strictObject({
  list: ViewedList,
  name: z.string().trim().min(1).max(40),
  role: z.enum(ROLES).nullable().describe('Shares it with a role: one’s own, or any as an owner; null for oneself'),
  query: ViewQuery,
});

export const ViewAnswer = ViewBody.extend({ id: z.uuid(), ownerId: z.uuid() });
z.globalRegistry.add(ViewAnswer, { id: 'ListView' });

export const ChoiceBody = z.strictObject({
  viewId: z.uuid().nullable().describe('View that the list opens with; null for none'),
  columns: Columns,
});

export const ChoiceAnswer = ChoiceBody.extend({ list: ViewedList });
z.globalRegistry.add(ChoiceAnswer, { id: 'ListChoice' });

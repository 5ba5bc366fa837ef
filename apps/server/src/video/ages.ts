/** From which age on a title may be. There is nothing for adults alone: the library has no place for it. */
export const AGES = [0, 6, 12, 16] as const;

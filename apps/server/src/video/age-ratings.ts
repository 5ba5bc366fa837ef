/** Age ratings of titles. The library holds nothing for adults only. */
export const AGES = [0, 6, 12, 16] as const;

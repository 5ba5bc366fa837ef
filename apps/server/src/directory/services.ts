/** All that a host may offer. There is no other, and no words beside it stand for one. */
export const SERVICES = ['city-guide', 'interpreter', 'event-host', 'sports-partner', 'club-table-host'] as const;

export type Service = (typeof SERVICES)[number];

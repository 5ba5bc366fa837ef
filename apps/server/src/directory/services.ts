/** All services that a host may offer; free text cannot add one. */
export const SERVICES = ['city-guide', 'interpreter', 'event-host', 'sports-partner', 'club-table-host'] as const;

export type Service = (typeof SERVICES)[number];

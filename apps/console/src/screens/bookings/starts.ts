import type { ListedBooking } from '../../api/members/bookings.ts';

/** The day and time that count: those of the last proposal, else the requested ones. */
export function startsAt({ day, hour, proposal }: Pick<ListedBooking, 'day' | 'hour' | 'proposal'>) {
  return proposal === null ? { day, hour } : { day: proposal.day, hour: proposal.hour };
}

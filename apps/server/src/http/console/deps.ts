import type { Db } from '../../db/pool.ts';
import type { House } from '../../house/house.ts';
import type { SelfCheck } from '../../integrity/self-check.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import type { MembersDeps } from '../../members/deps.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { StaffDeps } from '../../staff/deps.ts';
import type { People } from '../../staff/two-people.ts';
import type { FilmStore } from '../../video/film-store.ts';
import type { StaffHubs } from '../live/staff-hubs.ts';
import type { SecurityOptions } from '../security.ts';

/** Dependencies of all staff endpoints; each domain picks its part. */
export interface ConsoleDeps {
  db: Db;
  house: House;
  members: MembersDeps;
  payments: PaymentsDeps;
  staff: StaffDeps;
  security: SecurityOptions;
  catalogue(): Catalogue;
  films: FilmStore;
  staffHubs: StaffHubs;
  people: People;
  selfCheck: SelfCheck;
  /** Origin of the members' pages, for links to hosts; null if it is that of the console. */
  membersOrigin: string | null;
}

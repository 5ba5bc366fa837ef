import type { Db } from '../../db/pool.ts';
import type { House } from '../../house/house.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import type { MembersDeps } from '../../members/deps.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { StaffDeps } from '../../staff/deps.ts';
import type { People } from '../../staff/two-people.ts';
import type { FilmStore } from '../../video/film-store.ts';
import type { Hub } from '../live/hub.ts';
import type { SecurityOptions } from '../security.ts';

/** Everything that the endpoints of staff need; those of a domain name their part of it. */
export interface ConsoleDeps {
  db: Db;
  house: House;
  members: MembersDeps;
  payments: PaymentsDeps;
  staff: StaffDeps;
  security: SecurityOptions;
  catalogue(): Catalogue;
  films: FilmStore;
  staffHub: Hub;
  people: People;
  /** Where members' pages are, for links to give to hosts; null: at the address of the console itself. */
  membersOrigin: string | null;
}

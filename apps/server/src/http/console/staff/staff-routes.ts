import type { StaffDeps } from '../../../staff/deps.ts';
import type { Http } from '../../http.ts';
import { addStaffRoute } from './add-staff.ts';
import { changeStaffRoleRoute } from './change-staff-role.ts';
import { disableStaffRoute } from './disable-staff.ts';
import { listStaffRoute } from './list-staff.ts';
import { resetSecondFactorRoute } from './reset-second-factor.ts';

/** Who works here: all endpoints of it. */
export function staffRoutes(http: Http, deps: { staff: StaffDeps }): void {
  listStaffRoute(http, deps);
  addStaffRoute(http, deps);
  changeStaffRoleRoute(http, deps);
  disableStaffRoute(http, deps);
  resetSecondFactorRoute(http, deps);
}

import type { AddRoute } from '../../shared/routes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { addStaffRoute } from './add-staff.ts';
import { changeStaffRoleRoute } from './change-staff-role.ts';
import { disableStaffRoute } from './disable-staff.ts';
import { listStaffRoute } from './list-staff.ts';
import { resetSecondFactorRoute } from './reset-second-factor.ts';

/** Routes of staff accounts. */
export const STAFF_ROUTES: readonly AddRoute<Pick<ConsoleDeps, 'staff'>>[] = [
  listStaffRoute,
  addStaffRoute,
  changeStaffRoleRoute,
  disableStaffRoute,
  resetSecondFactorRoute,
];

import { type RouteName, routes } from '../../paths.ts';

/** Whether wide desktops show the menu of Account on this screen. Main screens and those of full width have none. */
export function hasAccountMenu(route: RouteName): boolean {
  return !routes[route].tab && !['lottery', 'playVideo', 'list', 'profile'].includes(route);
}

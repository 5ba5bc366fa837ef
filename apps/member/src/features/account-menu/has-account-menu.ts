import { type RouteName, routes } from '../../paths.ts';

/** Whether the menu of Account stands beside a screen, on wide desktops: not where the screen needs all the width. */
export function hasAccountMenu(route: RouteName): boolean {
  return !routes[route].tab && !['lottery', 'playVideo', 'list', 'profile'].includes(route);
}

/** Where browsers can mark the app's icon. Both functions are missing in others. */
type Badged = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** Shows the number of unread messages on the icon of the installed app; 0 removes it. Never throws. */
export async function showAppBadge(count: number, on: Badged = navigator): Promise<void> {
  try {
    if (count > 0) await on.setAppBadge?.(count);
    else await on.clearAppBadge?.();
  } catch {
    // Not installed, or not allowed: the count in the app remains.
  }
}

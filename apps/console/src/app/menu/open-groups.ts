/** Links of the menu that are visible at once. */
export const LINKS_MAX = 10;

/** A group of the menu and the number of its links that the role sees. */
export interface GroupSize {
  name: string;
  links: number;
}

/**
 * The groups that are unfolded: those opened last, as long as their links fit beside the `always` visible ones. The
 * group opened last is open in any case.
 */
export function openGroups(groups: readonly GroupSize[], opened: readonly string[], always: number): Set<string> {
  const open = new Set<string>();
  let links = always;
  for (const name of opened) {
    const group = groups.find((one) => one.name === name);
    if (group === undefined || (open.size > 0 && links + group.links > LINKS_MAX)) continue;
    links += group.links;
    open.add(name);
  }
  return open;
}

/** The groups by the time of opening, after one was opened (moved to the front) or folded (taken away). */
export function withGroup(opened: readonly string[], name: string, isOpen: boolean): string[] {
  const others = opened.filter((one) => one !== name);
  return isOpen ? [name, ...others] : others;
}

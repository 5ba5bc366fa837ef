/** Result of `copyLink`. */
export type Copied = 'copied' | 'refused';

export async function copyLink(url: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'refused';
  }
}

/** True if this browser can share pictures with other apps. */
export function canSharePicture(picture: File): boolean {
  return navigator.canShare?.({ files: [picture] }) ?? false;
}

/** Opens the phone's share sheet. Closing it needs no message. */
export async function shareWith(data: ShareData): Promise<void> {
  await navigator.share(data).catch(() => undefined);
}

/** What `copyLink` came to. */
export type Copied = 'copied' | 'refused';

export async function copyLink(url: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'refused';
  }
}

/** True where this browser hands pictures to other apps. */
export function canSharePicture(picture: File): boolean {
  return navigator.canShare?.({ files: [picture] }) ?? false;
}

/** Opens the phone's own sheet. Members who close it have shared nothing, and know it. */
export async function shareWith(data: ShareData): Promise<void> {
  await navigator.share(data).catch(() => undefined);
}

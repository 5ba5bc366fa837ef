/** Id of the conversation with a visitor that an act is about; null for other subjects. */
export function visitorOf(subject: string | null): string | null {
  return /^visitor\/([0-9a-f-]{36})$/.exec(subject ?? '')?.[1] ?? null;
}

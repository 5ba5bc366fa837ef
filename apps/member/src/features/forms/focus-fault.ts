/** Focuses the first invalid field after the next rendering. */
export function focusFault(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus());
}

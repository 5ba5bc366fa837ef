/** Leads to the first field that something is wrong with, once its fault is drawn. */
export function focusFault(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus());
}

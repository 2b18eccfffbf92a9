import type { KeyboardEvent } from 'react';

/** Ctrl+Enter (or ⌘Enter) sends a form from any of its fields: in a field of several lines, Enter begins another. */
export function submitByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

const FIELDS = ['input:not([type=hidden])', 'textarea', 'select'].map((field) => `${field}:not(:disabled)`).join();

/** The first field inside an element that can be filled in. */
export const firstField = (place: Element | null): HTMLElement | null => place?.querySelector(FIELDS) ?? null;

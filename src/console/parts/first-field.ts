import { useEffect, useRef, type RefObject } from 'react';

const FIELDS = ['input:not([type=hidden])', 'textarea', 'select'].map((field) => `${field}:not(:disabled)`).join();

/** The first field inside an element that can be filled in. */
export const firstField = (place: Element | null): HTMLElement | null => place?.querySelector(FIELDS) ?? null;

const FAULTS = '[aria-invalid=true], [data-error] input, .form-fault';

/** Moves the focus to what is wrong at first in a form, whenever it is told something new. */
export function useFirstFault(error: unknown): RefObject<HTMLFormElement | null> {
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) place.current?.querySelector<HTMLElement>(FAULTS)?.focus();
  }, [error]);
  return place;
}

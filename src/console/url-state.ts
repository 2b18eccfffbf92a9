import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the address says behind its question mark: filters, order, columns, page, tab. */
export type UrlState = Partial<Record<string, string>>;

/** Reads the part of the address behind the question mark. */
export const stateOf = (query: string): UrlState => Object.fromEntries(new URLSearchParams(query));

/** The same, the other way around. What is empty is left out. */
export function textOfState(state: Record<string, unknown>): string {
  const pairs = Object.entries(state).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** The state in the address, and how to change parts of it. A change is a step that the browser can go back. */
export function useUrlState(): [UrlState, (change: UrlState) => void] {
  const state: UrlState = useSearch({ strict: false });
  const navigate = useNavigate();
  return [state, (change) => void navigate({ to: '.', search: (old: UrlState) => ({ ...old, ...change }) })];
}

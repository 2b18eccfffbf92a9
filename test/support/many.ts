import type { Processes } from './processes.ts';

/** How often a one-time thing is used at once. */
export const MANY = 50;

/** What came of one of many requests. */
export interface Outcome {
  readonly status: number;
  readonly location: string | null;
  readonly signsIn: boolean;
  readonly text: string;
}

/** Sends the same request fifty times at once, to each process by turns. What is put off is sent again until it is answered. */
export const sendMany = ({ addresses }: Processes, path: string, init: RequestInit = {}): Promise<Outcome[]> =>
  Promise.all(
    Array.from({ length: MANY }, async (_, index): Promise<Outcome> => {
      for (;;) {
        const response = await fetch(addresses[index % addresses.length]! + path, { redirect: 'manual', ...init });
        const signsIn = response.headers.getSetCookie().some((cookie) => cookie.startsWith('guildhall_session='));
        const { status, headers } = response;
        const text = await response.text();
        if (status !== 503) return { status, signsIn, location: headers.get('location'), text };
      }
    }),
  );

/** The same for a form. */
export const postMany = (
  processes: Processes,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Outcome[]> => sendMany(processes, path, { method: 'POST', body: new URLSearchParams(form), headers });

export const statuses = (outcomes: readonly Pick<Outcome, 'status'>[]): number[] =>
  outcomes.map(({ status }) => status).toSorted((a, b) => a - b);

export const times = (status: number, count: number): number[] => Array.from({ length: count }, () => status);

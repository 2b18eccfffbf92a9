import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Outcome } from '../graph/act.ts';
import { useViewer } from '../graph/viewer.tsx';
import { askToGiveUp } from './confirm.tsx';
import type { Draft } from './fields.tsx';

/** What a reader has typed into the fields of a form and not sent, and what the fields had when they began. */
type Typed = Readonly<Record<string, { readonly value: unknown; readonly was: unknown }>>;

const STORED = 'guildhall.drafts';

let drafts: Readonly<Record<string, Typed>> = stored();
const listeners = new Set<() => void>();
/** Forms whose draft is on its way to the server: nobody is asked about them. */
const sending = new Set<string>();

function stored(): typeof drafts {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as typeof drafts;
  } catch {
    return {};
  }
}

function change(next: typeof drafts): void {
  drafts = next;
  sessionStorage.setItem(STORED, JSON.stringify(drafts));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const without = (keys: readonly string[]): typeof drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => !keys.includes(key)));

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A value as the schema takes it: lists without empty lines, and null instead of an empty text. */
export function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed).filter((item) => item !== '');
  return trimmed(value) === '' ? null : value;
}

const isExactly = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Whether two values are the same to the server. */
export const same = (one: unknown, other: unknown): boolean => isExactly(cleaned(one), cleaned(other));

const isChanged = (typed: Typed): boolean => Object.values(typed).some(({ value, was }) => !same(value, was));

/** Gives up all that is typed into the forms whose key begins so. */
export const forget = (place: string): void =>
  change(without(Object.keys(drafts).filter((key) => key.startsWith(place))));

/** Whether something is typed into one of these forms, and would be lost. */
export const hasTyped = (place: string): boolean =>
  Object.entries(drafts).some(([key, typed]) => key.startsWith(place) && !sending.has(key) && isChanged(typed));

/** Gives up what is typed into these forms, if there is nothing or the reader says so. Tells whether it is gone. */
export async function giveUp(place: string): Promise<boolean> {
  if (hasTyped(place) && !(await askToGiveUp())) return false;
  forget(place);
  return true;
}

/** Sends a draft. It is kept until it has arrived. */
export async function sendDraft<Sent extends Outcome<unknown>>(key: string, send: () => Promise<Sent>): Promise<Sent> {
  sending.add(key);
  try {
    const outcome = await send();
    if (outcome.data) forget(key);
    return outcome;
  } finally {
    sending.delete(key);
  }
}

/** The forms whose drafts are on their way. */
export const sentNow = (): string[] => [...sending];

/** What the keys of the drafts of a page begin with: each reader has their own. */
export const placeOf = (reader: string | undefined, pathname: string): string => `${reader ?? ''} ${pathname} `;

/** Where the draft of a form of this page is. */
export function useDraftKey(form: string): string {
  const { user } = useViewer();
  const pathname = useLocation({ select: (location) => location.pathname });
  return placeOf(user?.id, pathname) + form;
}

/** Whether something is typed into a form of this page. */
export function useHasTyped(form: string): boolean {
  const key = useDraftKey(form);
  return useSyncExternalStore(subscribe, () => drafts[key] !== undefined && isChanged(drafts[key]));
}

export interface Drafted {
  readonly key: string;
  readonly draft: Draft;
  /** The fields that have got another value elsewhere since the reader changed them. */
  readonly changedMeanwhile: readonly string[];
  readonly change: (next: Draft) => void;
}

/**
 * The draft of a form: what its fields have in the beginning, and over it what the reader has typed. That is kept until it is
 * sent or given up, over tabs of the page, other pages and reloads, in this tab of the browser.
 */
export function useDraft(form: string, initial: Draft): Drafted {
  const key = useDraftKey(form);
  const typed = useSyncExternalStore(subscribe, () => drafts[key]);
  const fields = Object.entries(typed ?? {});
  return {
    key,
    draft: { ...initial, ...Object.fromEntries(fields.map(([name, { value }]) => [name, value])) },
    changedMeanwhile: fields
      .filter(([name, { value, was }]) => !same(was, initial[name]) && !same(value, initial[name]))
      .map(([name]) => name),
    change: (next) => {
      const differing = Object.entries(next).filter(([name, value]) => !isExactly(value, initial[name]));
      const pairs = differing.map(([name, value]) => [
        name,
        { value, was: typed?.[name]?.was ?? initial[name] ?? null },
      ]);
      change({ ...without([key]), ...(pairs.length > 0 && { [key]: Object.fromEntries(pairs) as Typed }) });
    },
  };
}

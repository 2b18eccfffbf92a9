import type { AnyVariables, TypedDocumentNode } from 'urql';
import { stepUp } from '../address.ts';
import { sentNow } from '../parts/drafts.ts';
import type { ShownOnce } from '../parts/shown-once.tsx';
import { randomText } from '../random.ts';

/** A change that waits for a fresh proof of who is there. */
interface Unsent {
  /** Whose change it is. */
  readonly reader: string | undefined;
  readonly document: TypedDocumentNode<unknown, AnyVariables>;
  readonly variables: AnyVariables;
  /** What the reader is told when it is done. */
  readonly done: string | undefined;
  /** What its answer has that is shown once. */
  readonly shows: ShownOnce | undefined;
  /** The forms whose drafts it sends. */
  readonly drafts: readonly string[];
}

const STORED = 'guildhall.unsent';
/** In the address, it says that the proof was given. Whoever gives up comes back without it. */
const PROVED = 'proved';

/** Keeps a change, and sends the browser to prove anew who is there. */
export function sendLater<Data, Variables extends AnyVariables>(
  change: Pick<Unsent, 'reader' | 'done' | 'shows'> & {
    document: TypedDocumentNode<Data, Variables>;
    variables: Variables;
  },
): void {
  const id = randomText();
  sessionStorage.setItem(STORED, JSON.stringify({ id, change: { ...change, drafts: sentNow() } }));
  stepUp({ [PROVED]: id });
}

/** The change that waited, taken once. `isProved` says whether the reader has given the proof, or has given up. */
export function takeUnsent(): { readonly change: Unsent; readonly isProved: boolean } | undefined {
  const stored = sessionStorage.getItem(STORED);
  if (stored === null) return undefined;
  sessionStorage.removeItem(STORED);
  const { id, change } = JSON.parse(stored) as { id: string; change: Unsent };
  return { change, isProved: proof === id };
}

/** Takes the mark out of the address, before anything else reads that. */
function takeProof(): string | null {
  const address = new URL(location.href);
  const found = address.searchParams.get(PROVED);
  if (found !== null) {
    address.searchParams.delete(PROVED);
    history.replaceState(history.state, '', address);
  }
  return found;
}

const proof = takeProof();

import { useClient, type AnyVariables, type CombinedError, type OperationResult, type TypedDocumentNode } from 'urql';
import { t } from '../messages/index.ts';
import { sentenceOf } from '../parts/fault.tsx';
import { notify } from '../parts/notices.tsx';
import { showOnce, type ShownOnce } from '../parts/shown-once.tsx';
import { codeOf } from './client.ts';
import { sendLater } from './unsent.ts';
import { useViewer } from './viewer.tsx';

/** What became of a change: its data, or why nothing was changed. */
export type Outcome<Data> = { data: Data; error?: undefined } | { data?: undefined; error: CombinedError };

interface Told<Data> {
  /** What the reader is told when it is done. */
  readonly done?: string;
  /** Whether the caller shows failures itself, such as those of a form. */
  readonly quiet?: boolean;
  /** What the answer has that is shown once. */
  readonly shows?: ShownOnce;
  /** The types of what the change outdates, as far as its answer has nothing of them. */
  readonly outdates?: readonly string[];
  /** Gives what takes the change back, which the reader is offered for a while, or nothing if nothing was changed. */
  readonly undo?: (data: Data) => (() => Promise<Outcome<unknown>>) | undefined;
}

const tellUndone = ({ data }: Outcome<unknown>): void => {
  if (data) notify(t('undone'));
};

const outcomeOf = <Data>({ data, error }: OperationResult<Data>): Outcome<Data> =>
  data && !error ? { data } : { error: error! };

/**
 * Runs changes, and tells the reader what became of them. If the server wants a fresh proof of who is there, the browser is
 * sent to give it, and comes back to this page, where the change is made (`layout/unsent-change.tsx`).
 */
export function useAct(): <Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  told?: Told<Data>,
) => Promise<Outcome<Data>> {
  const client = useClient();
  const reader = useViewer().user?.id;
  return async (document, variables, { done, quiet = false, shows, outdates = [], undo } = {}) => {
    const context = { additionalTypenames: [...outdates] };
    const outcome = outcomeOf(await client.mutation(document, variables, context).toPromise());
    if (!outcome.error) {
      if (shows) showOnce(shows, outcome.data);
      const back = undo?.(outcome.data);
      if (done !== undefined) notify(done, false, back && (() => void back().then(tellUndone)));
    } else if (codeOf(outcome.error) === 'REAUTHENTICATION_REQUIRED') {
      sendLater({ reader, document, variables, done, shows });
    } else if (!quiet) notify(sentenceOf(outcome.error), true);
    return outcome;
  };
}

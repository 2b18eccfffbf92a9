import { useClient, type AnyVariables, type CombinedError, type OperationResult, type TypedDocumentNode } from 'urql';
import { stepUp } from '../address.ts';
import { t } from '../messages/index.ts';
import { sentenceOf } from '../parts/fault.tsx';
import { notify } from '../parts/notices.tsx';
import { codeOf } from './client.ts';

/** What became of a change: its data, or why nothing was changed. */
export type Outcome<Data> = { data: Data; error?: undefined } | { data?: undefined; error: CombinedError };

interface Told {
  /** What the reader is told when it is done. */
  readonly done?: string;
  /** Whether the caller shows failures itself, such as those of a form. */
  readonly quiet?: boolean;
}

const outcomeOf = <Data>({ data, error }: OperationResult<Data>): Outcome<Data> =>
  data && !error ? { data } : { error: error! };

/**
 * Runs changes, and tells the reader what became of them. If the server wants a fresh proof of who is there, the browser is
 * sent to give it, and comes back to this page.
 */
export function useAct(): <Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  told?: Told,
) => Promise<Outcome<Data>> {
  const client = useClient();
  return async (document, variables, { done, quiet = false } = {}) => {
    const outcome = outcomeOf(await client.mutation(document, variables).toPromise());
    if (!outcome.error) {
      if (done !== undefined) notify(done);
    } else if (codeOf(outcome.error) === 'REAUTHENTICATION_REQUIRED') {
      notify(t('fault.proof'), true);
      stepUp();
    } else if (!quiet) notify(sentenceOf(outcome.error), true);
    return outcome;
  };
}

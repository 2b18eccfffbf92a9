import { Fragment } from 'react';
import { named } from '../../messages/index.ts';
import { LinkTo } from '../link.tsx';

interface HowProps {
  reason: string;
  /** The roles that allow it. */
  through: readonly { readonly nodeId: string; readonly name: string }[];
}

/** By what somebody may use a scope, in short: the roles, or the reason. */
export function How({ reason, through }: HowProps) {
  if (through.length === 0) return <>{named('how', reason)}</>;
  return (
    <span className="told">
      {through.map(({ nodeId, name }, n) => (
        <Fragment key={nodeId}>
          {n > 0 && ', '}
          <LinkTo to="/roles/$id" params={{ id: nodeId }} tabIndex={-1}>
            {name}
          </LinkTo>
        </Fragment>
      ))}
    </span>
  );
}

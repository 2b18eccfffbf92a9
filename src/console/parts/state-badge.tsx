import { Badge } from '@mantine/core';
import { named } from '../messages/index.ts';

const COLORS: Readonly<Record<string, string>> = {
  PENDING: 'blue',
  ACCEPTED: 'teal',
  SENT: 'teal',
  DELIVERED: 'teal',
  DONE: 'teal',
  REGISTERING: 'teal',
  DEAD: 'red',
  FAILED: 'red',
};

/** The state of an invitation, a message, an import or a token. */
export const StateBadge = ({ state, className }: { state: string; className?: string }) => (
  <Badge variant="light" color={COLORS[state] ?? 'gray'} {...(className && { className })}>
    {named('state', state)}
  </Badge>
);

/** The state of a message, and why it was not delivered. */
export const MessageState = ({ state, lastError }: { state: string; lastError: string | null }) => (
  <>
    <StateBadge state={state} />
    {lastError && <div className="second">{lastError}</div>}
  </>
);

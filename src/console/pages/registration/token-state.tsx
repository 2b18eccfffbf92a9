import { Badge } from '@mantine/core';
import { named } from '../../messages/index.ts';
import { now } from '../../now.ts';

interface Token {
  readonly clientsMax: number;
  readonly clientsRegistered: number;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

/** Whether a token still registers applications, or why it does not. */
function stateOf({ clientsMax, clientsRegistered, expiresAt, revokedAt }: Token): string {
  if (revokedAt) return 'REVOKED';
  if (Date.parse(expiresAt) <= now()) return 'EXPIRED';
  return clientsRegistered < clientsMax ? 'REGISTERING' : 'USED_UP';
}

/** Whether a token still registers applications. */
export function TokenState({ token }: { token: Token }) {
  const state = stateOf(token);
  return (
    <Badge variant="light" color={state === 'REGISTERING' ? 'teal' : 'gray'}>
      {named('state', state)}
    </Badge>
  );
}

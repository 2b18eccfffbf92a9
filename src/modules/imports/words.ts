import { flagOf as flagOfWord } from '../attributes/index.ts';

/** The states of users in other systems, without blanks and the like. */
const STATES = new Map([
  ...[
    'active',
    'enabled',
    'activated',
    // Cognito. Whoever has not confirmed the address is not blocked.
    'confirmed',
    'unconfirmed',
    'externalprovider',
    'forcechangepassword',
    'resetrequired',
    // Okta.
    'provisioned',
    'recovery',
    'passwordexpired',
  ].map((word) => [word, true] as const),
  ...[
    'inactive',
    'disabled',
    'deactivated',
    'blocked',
    'banned',
    'suspended',
    'locked',
    'lockedout',
    'archived',
    'deleted',
    'terminated',
    'compromised',
    'staged',
    'deprovisioned',
  ].map((word) => [word, false] as const),
]);

const wordIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Whether a value says that something holds. Undefined if it says neither. */
export const flagOf = (value: unknown): boolean | undefined => flagOfWord(wordIn(value));

/**
 * Whether a user is active, by a value that says so, or the opposite if `negated`. What cannot be understood is returned as
 * it is: nobody who is blocked elsewhere becomes active because of it.
 */
export function stateOf(value: unknown, negated: boolean): unknown {
  const flag = flagOf(value);
  if (flag !== undefined) return flag !== negated;
  return (
    STATES.get(
      wordIn(value)
        .toLowerCase()
        .replaceAll(/[^a-z]/g, ''),
    ) ?? value
  );
}

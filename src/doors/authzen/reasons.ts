import type { Decision } from '../../modules/access/index.ts';
import type { Json } from './body.ts';

/** Why, for administrators. */
const SENTENCES: Readonly<Record<Decision['reason'], (action: string, roles: string) => string>> = {
  everybody: (action) => `Every user may use ${action}.`,
  role: (action, roles) => `The subject has a role with ${action}: ${roles}.`,
  given: (action) => `The service account was given ${action}.`,
  administrator: () => 'The subject administers the customer.',
  unknown_subject: () => 'No such subject.',
  inactive_subject: () => 'The subject is not active.',
  unknown_resource: () => 'No such resource.',
  unknown_action: (action) => `The resource does not have ${action}.`,
  unknown_organization: () => 'No such organization.',
  not_in_organization: () => 'The subject does not belong to the organization.',
  no_role: (action) => `The subject has no role with ${action}.`,
  not_administrator: (action) => `The subject does not administer the customer with ${action}.`,
};

/** The longest name of an action that a sentence repeats. */
const SHOWN = 200;

/** The reasons of a decision as the specification shows them (§5.5.1): by status, for administrators and for users. */
export function reasonOf({ allowed, reason, roles }: Decision, action: string): Json {
  const status = allowed ? '200' : '403';
  return {
    code: reason,
    reason_admin: { [status]: SENTENCES[reason](action.slice(0, SHOWN), roles.join(', ')) },
    ...(!allowed && { reason_user: { [status]: 'You may not do this. Ask your administrator.' } }),
  };
}

/** Who may be asked about. A client is one that acts for itself. */
export const SUBJECT_KINDS = ['user', 'client', 'group'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The kinds of our own objects that can be asked about. */
export const NODE_KINDS = ['organization', 'group', 'user', 'client'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** A user is named by id, username or address, a client by its `client_id`, a group by id. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** What is accessed: an API, by identifier or id, or an object of Guildhall's own. */
export type Resource =
  | { readonly kind: 'api'; readonly api: string }
  | { readonly kind: NodeKind; readonly id: string };

/** May the subject do this? */
export interface Question {
  readonly customerId: string;
  readonly subject: Subject;
  readonly resource: Resource;
  /** The scopes of the API, or of Guildhall's own, any of which allows it. */
  readonly scopes: readonly string[];
  /** The organization that it is done in or for. Null for none. */
  readonly organizationId: string | null;
}

/** Why the answer is yes. */
export const PERMITTED = ['everybody', 'role', 'given', 'administrator'] as const;

/** Why the answer is no. */
export const REFUSED = [
  'unknown_subject',
  'inactive_subject',
  'unknown_resource',
  'unknown_action',
  'unknown_organization',
  'not_in_organization',
  'no_role',
  'not_administrator',
] as const;

/** The answer to a question. */
export interface Decision {
  readonly allowed: boolean;
  readonly reason: (typeof PERMITTED)[number] | (typeof REFUSED)[number];
  /** The names of the roles that allow it, if it takes a role. */
  readonly roles: readonly string[];
}

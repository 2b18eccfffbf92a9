/** What attributes belong to. */
export const SUBJECTS = ['user', 'group', 'client'] as const;
export type AttributeSubject = (typeof SUBJECTS)[number];

/** What the values of an attribute are. */
export const TYPES = ['string', 'number', 'integer', 'boolean', 'date', 'moment', 'enum', 'json'] as const;
export type AttributeType = (typeof TYPES)[number];

/** Who may see or change a value; each includes the ones before it. */
export const AUDIENCES = ['administrators', 'owner', 'members'] as const;
export type AttributeAudience = (typeof AUDIENCES)[number];

/** The scopes under which attributes of users can become claims. */
export const CLAIM_SCOPES = ['openid', 'profile', 'email', 'phone', 'address', 'groups'] as const;
export type ClaimScope = (typeof CLAIM_SCOPES)[number];

/** What values must fulfill. An absent rule allows everything. */
export interface AttributeConstraints {
  /** The fewest and most characters of a text. For JSON, `maxLength` is in bytes. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression (RE2) that the whole text must match. */
  readonly pattern?: string;
  /** The least and greatest number, date or moment. */
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  /** The values of an enum. */
  readonly values?: readonly string[];
  /** The most items of a list. */
  readonly maxItems?: number;
}

/** A value as it is stored: JSON but null. */
export type StoredValue = string | number | boolean | object;

/** The values of one object, by the ids of their definitions. */
export type StoredAttributes = Readonly<Record<string, StoredValue>>;

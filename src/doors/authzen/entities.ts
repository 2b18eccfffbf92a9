import { isUuid } from '../../ground/kernel/ids.ts';
import {
  NODE_KINDS,
  SUBJECT_KINDS,
  type NodeKind,
  type Resource,
  type SubjectKind,
} from '../../modules/access/index.ts';
import { type Json, objectIn, optionalObject, optionalText, textIn } from './body.ts';

/** What a request asks about, in the words of the specification. An unknown type is known by its name alone. */
export interface Entity {
  readonly type: string;
  readonly id: string;
  readonly properties: Json;
}

export interface Action {
  readonly name: string;
  readonly properties: Json;
}

const propertiesOf = (of: Json, name: string): Json => optionalObject(of, 'properties', `${name}.properties`) ?? {};

/** A subject or resource with its id (§5.1, §5.2). Unknown members are ignored (§10.1.1). */
export function entityIn(body: Json, name: 'subject' | 'resource'): Entity {
  const of = objectIn(body, name);
  const [type, id] = [textIn(of, 'type', `${name}.type`), textIn(of, 'id', `${name}.id`)];
  return { type, id, properties: propertiesOf(of, name) };
}

/** A subject or resource that is searched for (§8.4.1, §8.5.1): an id is ignored. */
export function soughtIn(body: Json, name: 'subject' | 'resource'): Omit<Entity, 'id'> {
  const of = objectIn(body, name);
  return { type: textIn(of, 'type', `${name}.type`), properties: propertiesOf(of, name) };
}

/** The action (§5.3). */
export function actionIn(body: Json): Action {
  const of = objectIn(body, 'action');
  return { name: textIn(of, 'name', 'action.name'), properties: propertiesOf(of, 'action') };
}

/** The organization that the request is about: `context.organization`, an id. Null for none. */
export function organizationIn(body: Json): string | null {
  const id = optionalText(optionalObject(body, 'context') ?? {}, 'organization', 'context.organization');
  return id === undefined ? null : isUuid(id) ? id : UNKNOWN;
}

/** No organization has this id. */
const UNKNOWN = '00000000-0000-0000-0000-000000000001';

/** How many properties of an action are looked at. */
const PROPERTIES_MAX = 8;

/**
 * The scopes that an action on a type of resource stands for: its name, and its name with each property that is true behind a
 * colon. So `delete` with `{"soft": true}` is allowed by the scope `delete` and by `delete:soft`. With a type of the customer's, they
 * may begin with it: `read` of a `record` is allowed by `record:read`. Without that, nobody could allow `read`, which names a scope of ours.
 */
export function scopesOf({ name, properties }: Action, type: string): readonly string[] {
  if (name === '') return [];
  const flags = Object.keys(properties).filter((key) => properties[key] === true);
  const scopes = [name, ...flags.slice(0, PROPERTIES_MAX).map((flag) => `${name}:${flag}`)];
  const prefix = prefixOf(type);
  const all = prefix === '' ? scopes : [...scopes, ...scopes.map((scope) => prefix + scope)];
  // No scope has a space or a NUL.
  return all.filter((scope) => !/[ \0]/.test(scope));
}

export const subjectKindOf = (type: string): SubjectKind | undefined => SUBJECT_KINDS.find((kind) => kind === type);

export const nodeKindOf = (type: string): NodeKind | undefined => NODE_KINDS.find((kind) => kind === type);

/** How the identifiers of APIs that are resources of a type begin, and the names of their scopes may. Empty for types of our own. */
export const prefixOf = (type: string): string => (type === 'api' || nodeKindOf(type) ? '' : `${type}:`);

/**
 * The resource. Of the type `api`, the id is the identifier of an API, or its id; of the types of our own objects, the id of
 * one. Any other type is the customer's: `record` with the id `1` is the API with the identifier `record:1`.
 */
export function resourceOf({ type, id }: Pick<Entity, 'type' | 'id'>): Resource {
  const kind = nodeKindOf(type);
  if (kind) return { kind, id };
  return { kind: 'api', api: prefixOf(type) + id };
}

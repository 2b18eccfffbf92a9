/**
 * The objects with an id of their own, by the names of their GraphQL types. Modules refer to each other's by these names, so
 * a field may lead to an object of a module on a higher line.
 */
import type { EntityClass } from '@mikro-orm/core';
import { ObjectType, type ClassType } from 'type-graphql';
import type { RequestContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { NodePermissions } from './types.ts';

interface Kind {
  readonly type: ClassType;
  readonly entity: EntityClass;
  /** What events call it that are about it. Absent if none is. */
  readonly subject?: string;
  /** Whether it has the field `customer`, by its `customerId`. */
  readonly isCustomers?: boolean;
  /** Asks the policy. */
  readonly find: (ctx: RequestContext, id: string) => Promise<object | null>;
}

/** A type of objects that `node` finds. */
export interface NodeKind extends Kind {
  readonly name: string;
  /** The type of its field `viewerCan`. */
  readonly Permissions: ClassType;
}

/** Declares the objects of a GraphQL type as objects that `node` finds. */
export function node(name: string, kind: Kind): NodeKind {
  @ObjectType(`${name}Permissions`, {
    implements: NodePermissions,
    description: `What the viewer may do with an object of the type ${name}.`,
  })
  class Permissions {}
  return { name, Permissions, ...kind };
}

const kinds = new Map<string, NodeKind>();

/** Makes objects known to those who refer to them. */
export function addNodes(nodes: readonly NodeKind[]): void {
  for (const each of nodes) kinds.set(each.name, each);
}

function kindOf(name: string): NodeKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`No node is named ${name}.`);
  return kind;
}

/** The type of a field that leads to an object: `@FieldResolver(nodeType('User'))`. */
export const nodeType = (name: string) => (): ClassType => kindOf(name).type;

/** The object of this type with this id. Null if there is none, or the viewer may not see it. */
export const find = <Found extends object>(ctx: RequestContext, name: string, id: string): Promise<Found | null> =>
  (kindOf(name).find(ctx, id) as Promise<Found | null>).catch(nullIfForbidden);

/** The same as an object of an interface or union, which names its type. */
export async function findNode(ctx: RequestContext, name: string, id: string): Promise<object | null> {
  const found = await find(ctx, name, id);
  return found && { ...found, __typename: name };
}

/** The object that an event is about. Null if events call nothing in the schema so. */
export async function findSubject(ctx: RequestContext, subject: string, id: string): Promise<object | null> {
  const kind = [...kinds.values()].find((each) => each.subject === subject);
  return kind ? findNode(ctx, kind.name, id) : null;
}

function nullIfForbidden(fault: unknown): null {
  if (fault instanceof AppError && fault.kind === 'forbidden') return null;
  throw fault;
}

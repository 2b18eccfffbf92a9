import {
  administers,
  isUserOrAdministers,
  permit,
  type Permit,
  type Scope,
  type Viewer,
} from '../../ground/kernel/access.ts';
import type { AttributeDefinition } from './attribute-definition.entity.ts';
import { AUDIENCES, type AttributeAudience } from './attribute-vocabulary.ts';

export type AttributeRead = Permit<'attribute:read'>;
export type AttributeDefine = Permit<'attribute:define'>;

/** What a viewer is to an object with attributes: an audience, which sees what the audiences behind it see. */
export type Relation = AttributeAudience;

const reaches = (audience: AttributeAudience, relation: Relation): boolean =>
  AUDIENCES.indexOf(relation) <= AUDIENCES.indexOf(audience);

/** Who may define attributes, and see and change their values. */
export const attributePolicy = {
  read: (viewer: Viewer): AttributeRead =>
    permit('attribute:read', viewer, (known) => isUserOrAdministers(known, 'read')),
  define: (viewer: Viewer): AttributeDefine =>
    permit('attribute:define', viewer, (known) => administers(known, 'admin')),

  /** What the viewer is to an object. `isOwner` says whether it is theirs: the user is themself, or owns the client. */
  relation: (viewer: Viewer, scope: Scope, isOwner: boolean): Relation =>
    administers(viewer, scope) ? 'administrators' : isOwner ? 'owner' : 'members',

  sees: ({ visibleTo }: Pick<AttributeDefinition, 'visibleTo'>, relation: Relation): boolean =>
    reaches(visibleTo, relation),
  changes: ({ editableBy }: Pick<AttributeDefinition, 'editableBy'>, relation: Relation): boolean =>
    reaches(editableBy, relation),

  /** The audiences whose attributes the viewer can hear of at all. */
  heard: (viewer: Viewer): readonly AttributeAudience[] =>
    administers(viewer, 'read') ? AUDIENCES : AUDIENCES.filter((audience) => audience !== 'administrators'),
};

import type { RequestContext } from '../../ground/kernel/context.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid, NIL_ID } from '../../ground/kernel/ids.ts';
import { decide, factsOf, type Decision, type Question, type Subject } from '../access/index.ts';
import { RoleAssignmentService } from '../roles/index.ts';
import { explanationPolicy } from './explanation.policy.ts';
import {
  counting,
  gapsOf,
  pathsByRoles,
  stepOf,
  TOLD_MAX,
  type Gap,
  type Held,
  type Path,
  type Step,
  type Surroundings,
} from './paths.ts';
import {
  isSameRole,
  NOTHING_SUPPOSED,
  readWhatIf,
  type SupposedRole,
  type Supposition,
  type WhatIf,
} from './supposition.input.ts';
import { readAssignments, readGroups, readScope, readSubject, type StoredScope } from './surroundings.ts';

/** What is asked: may the subject use the scope of the API? */
export interface Asked {
  readonly subject: Subject;
  /** By identifier or id. */
  readonly api: string;
  readonly scope: string;
  readonly organizationId: string | null;
}

/** A decision, and what leads to it. */
export interface Explanation extends Omit<Decision, 'roles'> {
  readonly paths: readonly Path[];
  readonly hasMorePaths: boolean;
  readonly missing: readonly Gap[];
  readonly hasMoreMissing: boolean;
}

/** Explains decisions to one viewer. */
export class ExplanationService {
  constructor(private readonly ctx: RequestContext) {}

  /** The decision as things are, or as they would be, with every path to it. */
  async explain({ subject, api, scope, organizationId }: Asked, whatIf: WhatIf | null): Promise<Explanation> {
    const { customerId } = explanationPolicy.read(this.ctx.viewer, subject, whatIf !== null);
    const supposition = whatIf ? readWhatIf(whatIf, subject.kind) : NOTHING_SUPPOSED;
    await this.checkRoles(supposition);
    const question: Question = {
      customerId,
      subject,
      resource: { kind: 'api', api },
      // No scope has a space or a NUL.
      scopes: /^[^ \0]+$/.test(scope) ? [scope] : [],
      organizationId: organizationId === null || isUuid(organizationId) ? organizationId : NIL_ID,
    };
    const facts = await factsOf(this.ctx.runtime, question);
    const found = { kind: subject.kind, id: facts.subjectId ?? NIL_ID };
    const [read, stored] = await Promise.all([
      facts.subjectId === null ? null : this.around(customerId, found, supposition),
      facts.apiId === null ? null : readScope(this.ctx, facts.apiId, scope),
    ]);
    if (!read) return explained(decide(question, { ...facts, subjectId: null }));
    const { home, ...near } = read;
    const around: Surroundings = {
      ...near,
      roles: stored?.roles ?? [],
      held: stored ? await this.held(found, near.groups.keys(), stored, supposition) : [],
    };
    const counted = counting(around, facts.organizationId, this.ctx.clock.now());
    const names = new Map(around.roles.map((role) => [role.id, role.name]));
    const takesRole = facts.requiresRole || subject.kind === 'client';
    // The decision is made of the same roles as the paths, so that they cannot disagree.
    const decision = decide(question, {
      ...facts,
      scopes: stored ? [scope] : [],
      roles: takesRole ? counted.map(({ accessRoleId }) => names.get(accessRoleId)!) : [],
      isInOrganization:
        subject.kind !== 'user' ||
        facts.organizationId === null ||
        [home, ...[...near.groups.values()].map((group) => group.organizationId)].includes(facts.organizationId),
    });
    if (decision.allowed)
      return explained(decision, pathsTo(decision, around, counted, stored!, Boolean(facts.given?.length)));
    const isTold = decision.reason === 'no_role' && explanationPolicy.readsAll(this.ctx.viewer);
    return explained(decision, [], isTold ? gapsOf(around, facts.organizationId) : []);
  }

  /** The subject with the groups that it is in, or would be in. */
  private async around(customerId: string, { kind, id }: Subject, { added, removed }: Supposition) {
    const stored = await readSubject(this.ctx, kind, id);
    if (!stored) return null;
    const { name, organizationId: home } = stored;
    const direct = new Map(stored.direct.filter((each) => !removed.has(each)).map((each) => [each, false]));
    for (const each of added) if (!direct.has(each)) direct.set(each, true);
    const groups = await readGroups(this.ctx, customerId, id, direct.keys());
    for (const [n, each] of [...added].entries())
      if (!groups.has(each)) throw fault(`whatIf.addGroupIds.${n}`, 'no_group');
    return { subject: stepOf(kind, { id, name }), home, direct, groups };
  }

  /** The assignments that the subject and its groups have, or would have. */
  private async held(
    { kind, id }: Subject,
    groups: Iterable<string>,
    scope: StoredScope,
    { given, taken }: Supposition,
  ): Promise<readonly Held[]> {
    const now = this.ctx.clock.now();
    const stored = await readAssignments(this.ctx, kind, id, groups, scope.id);
    const isOf = (roles: readonly Required<SupposedRole>[], each: (typeof stored)[number]): boolean =>
      each.groupId === null && roles.some((role) => isSameRole(role, each));
    const hasEnded = ({ expiresAt }: (typeof stored)[number]) => expiresAt !== null && expiresAt <= now;
    const kept = stored.filter((each) => !isOf(taken, each) && !(hasEnded(each) && isOf(given, each)));
    const allowing = new Set(scope.roles.map((role) => role.id));
    const supposed = given.filter(
      (role) =>
        allowing.has(role.accessRoleId) && !kept.some((each) => each.groupId === null && isSameRole(role, each)),
    );
    return [
      ...kept.map((each) => ({ ...each, isSupposed: false })),
      ...supposed.map((role) => ({ ...role, groupId: null, expiresAt: null, isSupposed: true })),
    ];
  }

  /** Refuses roles that the customer does not have, or that are for organizations and are given everywhere. */
  private async checkRoles({ given }: Supposition): Promise<void> {
    await Promise.all(
      given.map(async ({ accessRoleId: roleId, organizationId }, n) => {
        const role = await this.ctx.get(RoleAssignmentService).roleOf({ roleId });
        if (!role) throw fault(`whatIf.addRoles.${n}.accessRoleId`, 'no_role');
        if (role.kind === 'organization' && organizationId === null)
          throw fault(`whatIf.addRoles.${n}.organizationId`, 'missing');
      }),
    );
  }
}

/** Every path to a yes. */
function pathsTo(
  { reason }: Decision,
  around: Surroundings,
  counted: readonly Held[],
  stored: StoredScope,
  isGiven: boolean,
): Path[] {
  const { subject } = around;
  const scope: Step = stepOf('scope', stored);
  const given: Path[] = isGiven ? [{ kind: 'given', steps: [subject, scope] }] : [];
  if (reason === 'everybody' || reason === 'administrator') return [{ kind: reason, steps: [subject, scope] }];
  return [...given, ...pathsByRoles(around, counted, scope)];
}

const explained = (
  { allowed, reason }: Decision,
  paths: readonly Path[] = [],
  missing: readonly Gap[] = [],
): Explanation => ({
  allowed,
  reason,
  paths: paths.slice(0, TOLD_MAX),
  hasMorePaths: paths.length > TOLD_MAX,
  missing: missing.slice(0, TOLD_MAX),
  hasMoreMissing: missing.length > TOLD_MAX,
});

import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../ground/kernel/context.ts';
import { findListed, type ListArgs } from '../../ground/lists/filter/index.ts';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid, newId } from '../../ground/kernel/ids.ts';
import type { Connection } from '../../ground/lists/pagination.ts';
import { checkVersion } from '../../ground/kernel/version.ts';
import { audit, changesBetween } from '../audit/index.ts';
import { organizationErrors } from './errors.ts';
import { explain } from './organization.constraints.ts';
import { Organization } from './organization.entity.ts';
import { organizationListing } from './organization.filter.ts';
import { readOrganization, type CreateOrganization, type UpdateOrganization } from './organization.input.ts';
import { organizationLoader } from './organization.loader.ts';
import { organizationPolicy, type OrganizationDelete, type OrganizationWrite } from './organization.policy.ts';

/** Reads and changes organizations for one viewer. */
export class OrganizationService {
  constructor(private readonly ctx: RequestContext) {}

  /** The organization with this id, or null if the viewer's customer has none. */
  async find(id: string): Promise<Organization | null> {
    organizationPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(organizationLoader).load(id.toLowerCase()) : null;
  }

  /** A page of the organizations that meet what a caller asks for. */
  async list(args: ListArgs): Promise<Connection<Organization>> {
    const { customerId } = organizationPolicy.read(this.ctx.viewer);
    return findListed(this.ctx, organizationListing, customerId, args);
  }

  async create(input: CreateOrganization): Promise<Organization> {
    return this.insert(organizationPolicy.write(this.ctx.viewer), input);
  }

  async update(id: string, input: UpdateOrganization, expectedVersion?: number | null): Promise<Organization> {
    return this.change(organizationPolicy.write(this.ctx.viewer), id, input, expectedVersion);
  }

  /** Deletes the organization. Its groups and users stay, and belong to no organization. */
  async delete(id: string, expectedVersion?: number | null): Promise<Organization> {
    return this.remove(organizationPolicy.delete(this.ctx.viewer), id, expectedVersion);
  }

  private async insert({ customerId }: OrganizationWrite, input: CreateOrganization): Promise<Organization> {
    const now = this.ctx.clock.now();
    const given = readOrganization(input);
    return this.work((em) => {
      const organization = em.create(Organization, {
        id: newId(now),
        customerId,
        name: given.name!,
        createdAt: now,
        updatedAt: now,
      });
      this.record(em, 'organization.created', organization);
      return Promise.resolve(organization);
    });
  }

  private async change(
    { customerId }: OrganizationWrite,
    id: string,
    input: UpdateOrganization,
    expectedVersion?: number | null,
  ): Promise<Organization> {
    const given = readOrganization(input);
    if (Object.keys(given).length === 0) throw fault('input', 'no_changes');
    return this.work(async (em) => {
      const organization = await locked(em, customerId, id);
      checkVersion(organization, expectedVersion);
      const before = { ...organization };
      Object.assign(organization, given, { updatedAt: this.ctx.clock.now() });
      this.record(
        em,
        'organization.updated',
        organization,
        changesBetween<Organization>(before, organization, ['name']),
      );
      return organization;
    });
  }

  private remove(
    { customerId }: OrganizationDelete,
    id: string,
    expectedVersion?: number | null,
  ): Promise<Organization> {
    return this.work(async (em) => {
      const organization = await locked(em, customerId, id);
      checkVersion(organization, expectedVersion);
      this.record(em, 'organization.deleted', organization);
      em.remove(organization);
      return organization;
    });
  }

  /** One unit of work: all of it is stored, or nothing. */
  private work(steps: (em: EntityManager) => Promise<Organization>): Promise<Organization> {
    return this.ctx.db.transaction(({ em }) => steps(em)).catch(explain);
  }

  private record(em: EntityManager, action: string, { id, name }: Organization, changes = {}): void {
    const details = { name, ...changes };
    audit.record(em, this.ctx, { action, subjectType: 'organization', subjectId: id, details });
  }
}

/** The ids of the organizations of the viewer's customer that have these names, by their names. */
export async function organizationsByName(
  ctx: RequestContext,
  em: EntityManager,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const { customerId } = organizationPolicy.read(ctx.viewer);
  const found = await em.find(Organization, { customerId, name: { $in: [...names] } }, { disableIdentityMap: true });
  return new Map(found.map(({ name, id }) => [name, id]));
}

async function locked(em: EntityManager, customerId: string, id: string): Promise<Organization> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const organization = isUuid(id)
    ? await em.findOne(Organization, { customerId, id: id.toLowerCase() }, { lockMode })
    : null;
  if (!organization) throw organizationErrors.ORGANIZATION_NOT_FOUND();
  return organization;
}

import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context.ts';
import { uniqueViolation } from '../../kernel/database.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import { connectionOf, idEdge, NIL_ID, readPage, type Connection, type PageArgs } from '../../kernel/pagination.ts';
import { likePattern, readLine, readText } from '../../kernel/text.ts';
import { AuditEvent, auditEvent } from '../audit/index.ts';
import { organizationErrors } from './errors.ts';
import { Organization } from './organization.entity.ts';
import { organizationLoader } from './organization.loader.ts';
import { organizationPolicy, type OrganizationDelete, type OrganizationWrite } from './organization.policy.ts';
import { organizationCount, organizationPage, type OrganizationRow } from './organization.sql.ts';

/** The most characters of an organization's name. */
export const NAME_MAX = 255;

/** Organizations as one viewer may see and change them. */
export class OrganizationService {
  constructor(private readonly ctx: RequestContext) {}

  /** The organization, or null when the viewer's customer has none of this id. */
  async find(id: string): Promise<OrganizationRow | null> {
    organizationPolicy.read(this.ctx.viewer);
    return isUuid(id) ? this.ctx.loader(organizationLoader).load(id.toLowerCase()) : null;
  }

  /** The customer's organizations, oldest first; `search` finds a part of the name in any case. */
  async list(args: PageArgs, search: string | null | undefined): Promise<Connection<OrganizationRow>> {
    const { customerId } = organizationPolicy.read(this.ctx.viewer);
    const page = readPage(args);
    const pattern = likePattern(readText('search', search ?? '', { min: 0, max: NAME_MAX }));
    const { db } = this.ctx;
    const rows = await db.rows(organizationPage, [customerId, page.after ?? NIL_ID, page.first + 1, pattern]);
    return connectionOf(
      rows,
      page,
      idEdge,
      async () => (await db.first(organizationCount, [customerId, pattern]))!.count,
    );
  }

  async create(name: string): Promise<OrganizationRow> {
    return this.insert(organizationPolicy.write(this.ctx.viewer), readLine('name', name, { max: NAME_MAX }));
  }

  async rename(id: string, name: string): Promise<OrganizationRow> {
    return this.change(organizationPolicy.write(this.ctx.viewer), id, readLine('name', name, { max: NAME_MAX }));
  }

  /** Deletes the organization; its groups and users stay, scoped to none. */
  async delete(id: string): Promise<OrganizationRow> {
    return this.remove(organizationPolicy.delete(this.ctx.viewer), id);
  }

  private insert({ customerId }: OrganizationWrite, name: string): Promise<OrganizationRow> {
    const now = this.ctx.clock.now();
    return this.work((em) => {
      const organization = em.create(Organization, {
        id: newId(now),
        customerId,
        name,
        createdAt: now,
        updatedAt: now,
      });
      this.note(em, 'organization.created', organization);
      return Promise.resolve(organization);
    });
  }

  private change({ customerId }: OrganizationWrite, id: string, name: string): Promise<OrganizationRow> {
    return this.work(async (em) => {
      const organization = await required(em, customerId, id);
      organization.name = name;
      organization.updatedAt = this.ctx.clock.now();
      this.note(em, 'organization.renamed', organization);
      return organization;
    });
  }

  private remove({ customerId }: OrganizationDelete, id: string): Promise<OrganizationRow> {
    return this.work(async (em) => {
      const organization = await required(em, customerId, id);
      this.note(em, 'organization.deleted', organization);
      em.remove(organization);
      return organization;
    });
  }

  /** One unit of work, flushed in one transaction; one that failed leaves nothing behind for the next. */
  private async work(steps: (em: EntityManager) => Promise<Organization>): Promise<OrganizationRow> {
    try {
      const { id, customerId, name, createdAt, updatedAt } = await this.ctx.em.fork().transactional(steps);
      return { id, customerId, name, createdAt, updatedAt };
    } catch (cause) {
      if (uniqueViolation(cause) === 'organizations_customer_id_name_key')
        throw organizationErrors.ORGANIZATION_NAME_TAKEN({ field: 'name', cause });
      throw cause;
    }
  }

  private note(em: EntityManager, action: string, { id, name }: Organization): void {
    em.create(
      AuditEvent,
      auditEvent(this.ctx, { action, subjectType: 'organization', subjectId: id, details: { name } }),
    );
  }
}

async function required(em: EntityManager, customerId: string, id: string): Promise<Organization> {
  const organization = isUuid(id) ? await em.findOne(Organization, { customerId, id: id.toLowerCase() }) : null;
  if (!organization) throw organizationErrors.ORGANIZATION_NOT_FOUND();
  return organization;
}

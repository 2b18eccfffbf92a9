import { expandScopes, SCOPES } from '../../ground/kernel/access.ts';
import { OWN_API_ID } from '../../ground/kernel/own-api.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { apiOf, ask, exists, isOwn, subjectBy } from './ask.ts';
import { NOBODY } from './decision-facts.hot.sql.ts';
import type { NodeKind, Question, Resource, SubjectKind } from './question.ts';
import { nodesOf } from './nodes.ts';
import {
  actionsAllowed,
  administeringClients,
  apisAllowed,
  clientsAllowed,
  groupsAllowed,
  usersAllowed,
} from './search.hot.sql.ts';

/** Where a page begins, behind this id, and how many results it has at most. An empty text is the beginning. */
export interface Page {
  readonly after: string;
  readonly limit: number;
}

/** A page of results. `next` is where the next page begins; null if there is none. */
export interface Found<Result> {
  readonly results: readonly Result[];
  readonly next: string | null;
}

/** Something that was found, by its id; a user also by username. */
export interface FoundNode {
  readonly id: string;
  readonly username: string | null;
}

/** The same, or an API. */
interface Api extends FoundNode {
  readonly identifier?: string;
}

const ADMINISTRATORS = { isActive: true, $or: [{ role: 'admin' }] };
/** Auditors read everything. What the help desk may is no whole scope. */
const READERS = { isActive: true, $or: [{ role: 'admin' }, { administration: 'auditor' }] };
const NOTHING: Found<never> = { results: [], next: null };
const STATEMENTS = { user: usersAllowed, client: clientsAllowed, group: groupsAllowed } as const;

/** One row more than the page has tells that there is another page. */
function pageOf<Row extends { readonly id: string; readonly counts?: boolean }>(
  rows: readonly Row[],
  { limit, after }: Page,
): Found<Row> {
  const onPage = rows.slice(0, limit);
  const next = rows.length > limit ? (onPage.at(-1)?.id ?? after) : null;
  return { results: onPage.filter(({ counts }) => counts !== false), next };
}

const partOf = (kind: SubjectKind | NodeKind, { after, limit }: Page) => ({
  after: after === '' && kind !== 'client' ? NOBODY : after,
  most: limit + 1,
});

/** The subjects of a kind that may do it. A page can have fewer results than it may, and another one after it. */
export async function searchSubjects(
  runtime: Runtime,
  kind: SubjectKind,
  asked: Omit<Question, 'subject'>,
  page: Page,
): Promise<Found<FoundNode>> {
  const { db, clock } = runtime;
  const { customerId, resource, scopes, organizationId } = asked;
  const part = partOf(kind, page);
  const place = { kind: 'organization', id: organizationId ?? '' } as const;
  if (organizationId !== null && !(await exists(runtime, customerId, place))) return NOTHING;
  if (isOwn(runtime, resource)) {
    const own = scopes.filter((scope) => (SCOPES as readonly string[]).includes(scope));
    if (own.length === 0 || !(await exists(runtime, customerId, resource))) return NOTHING;
    if (kind === 'user')
      return pageOf(
        await nodesOf(runtime.fork(), 'user', { customerId, ...part }, own.includes('read') ? READERS : ADMINISTRATORS),
        page,
      );
    if (kind === 'group') return NOTHING;
    const having = SCOPES.filter((scope) => own.some((each) => expandScopes([scope]).has(each as never)));
    return pageOf(await db.rows(administeringClients, { customerId, scopes: having, ...part }), page);
  }
  const rows = await db.rows(STATEMENTS[kind], {
    customerId,
    ...apiOf(runtime, resource),
    scopes: scopes.join(' '),
    organizationId: organizationId ?? NOBODY,
    now: clock.now(),
    ...part,
  });
  return pageOf(rows, page);
}

/** The APIs, or our own objects of a kind, with which the subject may do it. `prefix` is how identifiers of APIs begin. */
export async function searchResources(
  runtime: Runtime,
  kind: Resource['kind'],
  { customerId, subject, scopes, organizationId }: Omit<Question, 'resource'>,
  page: Page,
  prefix = '',
): Promise<Found<Api>> {
  const { db, clock, settings } = runtime;
  const own = { id: OWN_API_ID, identifier: settings.server.baseUrl };
  const mayOwn = async () =>
    (await ask(runtime, { customerId, subject, scopes, organizationId, resource: { kind: 'api', api: own.id } }))
      .allowed;
  if (kind !== 'api') {
    if (!(await mayOwn())) return NOTHING;
    return pageOf(await nodesOf(runtime.fork(), kind, { customerId, ...partOf(kind, page) }), page);
  }
  const isOwnFound = page.after < own.id && own.identifier.startsWith(prefix) && (await mayOwn());
  const others = await db.rows(apisAllowed[subject.kind], {
    customerId,
    ...subjectBy(subject),
    scopes: scopes.join(' '),
    organizationId: organizationId ?? NOBODY,
    now: clock.now(),
    prefix,
    ...partOf('group', page),
  });
  const apis: Api[] = [...(isOwnFound ? [own] : []), ...others].map((row) => ({ ...row, username: null }));
  return pageOf(apis, page);
}

/** What the subject may do with the resource, by name: its scopes. `prefix` is what their names may begin with, which is left out. */
export async function searchActions(
  runtime: Runtime,
  { customerId, subject, resource, organizationId }: Omit<Question, 'scopes'>,
  page: Page,
  prefix = '',
): Promise<Found<{ readonly id: string }>> {
  const { db, clock } = runtime;
  if (isOwn(runtime, resource)) {
    const may = await Promise.all(
      SCOPES.map((scope) => ask(runtime, { customerId, subject, resource, organizationId, scopes: [scope] })),
    );
    const allowed = SCOPES.filter((_, at) => may[at]!.allowed).toSorted();
    return pageOf(
      allowed.filter((id) => id > page.after).map((id) => ({ id })),
      page,
    );
  }
  const rows = await db.rows(actionsAllowed[subject.kind], {
    customerId,
    ...subjectBy(subject),
    ...apiOf(runtime, resource),
    organizationId: organizationId ?? NOBODY,
    now: clock.now(),
    prefix,
    ...partOf('client', page),
  });
  return pageOf(rows, page);
}

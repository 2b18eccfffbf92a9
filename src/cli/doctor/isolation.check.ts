import { answerTo, queriesOf, questionsOf } from '../../doors/graphql/questions.ts';
import { createSchema } from '../../doors/graphql/schema.ts';
import { SCOPES, type ClientViewer } from '../../ground/kernel/access.ts';
import { RequestContext } from '../../ground/kernel/context.ts';
import { newId } from '../../ground/kernel/ids.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import type { OpenDatabase } from '../../ground/persistence/open.ts';
import { rowIdsByCustomer } from '../../ground/persistence/isolation.ts';
import { ok, warning, wrong, type Finding } from './check.ts';

const SHOWN = 5;

/**
 * Asks every query of the schema as a service account with every scope: of each customer, and of one that does not exist. The
 * ids are those of other customers' rows of every table, and no answer may hold one of them. Changes nothing.
 */
export async function checkIsolation(runtime: Runtime, { pool }: OpenDatabase): Promise<Finding> {
  const rows = await rowIdsByCustomer(pool);
  if (rows.size < 2) return warning('There is only one customer, so nothing was asked.', 'Create another one first.');
  const schema = createSchema();
  const leaks = new Set<string>();
  let asked = 0;
  for (const customerId of [...rows.keys(), newId(runtime.clock.now())]) {
    const foreign = [...rows].filter(([owner]) => owner !== customerId).flatMap(([, ids]) => ids);
    for (const query of queriesOf(schema)) {
      for (const question of questionsOf(query, foreign)) {
        asked += 1;
        const text = JSON.stringify(await answerTo(schema, question, contextOf(runtime, customerId)));
        if (foreign.some((id) => text.includes(id))) leaks.add(query.name);
      }
    }
  }
  if (leaks.size === 0) return ok(`${asked} questions with ids of other customers: no answer holds one of them.`);
  const names = [...leaks].slice(0, SHOWN).join(', ');
  return wrong(`Answers hold ids of other customers: ${names}. Stop the servers, and report this as SECURITY.md says.`);
}

/** A service account with every scope. */
function contextOf(runtime: Runtime, customerId: string): RequestContext {
  const viewer: ClientViewer = {
    kind: 'client',
    customerId,
    clientId: newId(runtime.clock.now()),
    scopes: new Set(SCOPES),
    documents: null,
  };
  return new RequestContext(runtime, viewer, { requestId: '', ip: '', userAgent: '' });
}

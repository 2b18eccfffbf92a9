import type { Config } from '../../ground/config/load.ts';
import { TrustedDocuments } from '../../doors/graphql/documents.ts';
import { createSchema } from '../../doors/graphql/schema.ts';
import { ok, skipped, wrong, type Finding } from './check.ts';

/** Whether the manifests can be read, and their documents fit the schema. */
export async function checkDocuments(config: Config): Promise<Finding> {
  const { documents: mode, manifests } = config.graphql;
  if (manifests === undefined)
    return skipped(
      `There are no manifests: ${mode === 'trusted' ? 'only the console is served' : 'any document is run'}.`,
    );
  const documents = new TrustedDocuments({ settings: config });
  const [fault, ...others] = await documents.load(createSchema);
  if (fault) {
    const more = others.length > 0 ? ` Further faults: ${others.length}.` : '';
    return wrong(`GRAPHQL_MANIFESTS: read ${fault.read}.${more}`, `It must be ${fault.expected}.`);
  }
  const which = mode === 'trusted' ? 'Only these are run.' : 'Any other document is run too.';
  return ok(`Trusted documents: ${documents.size}. ${which}`);
}

import { Text } from '@mantine/core';
import { t } from '../../messages/index.ts';
import { LinkTo } from '../../parts/link.tsx';
import type { Operation } from './description.ts';
import { inSentences, Method, Path } from './operation.tsx';

interface IndexProps {
  operations: readonly Operation[];
  schemas: readonly string[];
  shown: { readonly operation?: string | undefined; readonly schema?: string | undefined };
}

/** All operations that were found by their tags, and the schemas. */
export function Index({ operations, schemas, shown }: IndexProps) {
  const byTag = Map.groupBy(operations, ({ tags, path }) => tags?.[0] ?? path);
  return (
    <nav aria-label={t('reference.index')} className="index">
      {[...byTag].map(([tag, each]) => (
        <details key={tag} open>
          <summary lang="en">{tag}</summary>
          <ul>
            {each.map(({ operationId: id, method, path, summary }) => (
              <li key={id}>
                <LinkTo
                  to="/reference"
                  search={(old: object) => ({ ...old, operation: id, schema: undefined })}
                  aria-current={shown.operation === id ? 'page' : undefined}
                >
                  <Method name={method} />{' '}
                  <code>
                    <Path path={path} />
                  </code>
                  {summary !== undefined && (
                    <Text component="span" size="xs" c="dimmed" lang="en">
                      {inSentences(summary)[0]}
                    </Text>
                  )}
                </LinkTo>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {schemas.length > 0 && (
        <details open>
          <summary>{t('reference.schemas')}</summary>
          <ul>
            {schemas.map((name) => (
              <li key={name}>
                <LinkTo
                  to="/reference"
                  search={(old: object) => ({ ...old, schema: name, operation: undefined })}
                  aria-current={shown.schema === name ? 'page' : undefined}
                >
                  <code>{name}</code>
                </LinkTo>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}

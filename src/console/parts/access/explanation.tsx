import { Alert, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { named, t } from '../../messages/index.ts';
import { Loaded } from '../loaded.tsx';
import { Path, STEP, Suppose, type Step } from './path.tsx';
import { Suppositions, whatIfOf, withSupposition, type Supposition } from './suppositions.tsx';

const EXPLAIN = graphql(
  `
    query ExplainAccess(
      $subject: AccessSubjectInput!
      $api: String!
      $scope: String!
      $organizationId: ID
      $whatIf: AccessWhatIfInput
    ) {
      explainAccess(subject: $subject, api: $api, scope: $scope, organizationId: $organizationId, whatIf: $whatIf) {
        allowed
        reason
        hasMorePaths
        hasMoreMissing
        paths {
          kind
          steps {
            ...Step
          }
        }
        missing {
          kind
          step {
            ...Step
          }
          holder {
            ...Step
          }
        }
      }
    }
  `,
  [STEP],
);

type Answer = ResultOf<typeof EXPLAIN>['explainAccess'];
type Gap = Answer['missing'][number];

/** Who is asked about. */
export interface Subject {
  readonly kind: TypeOf<'RoleHolderKind'>;
  readonly id: string;
  readonly name: string;
}

interface ExplanationProps {
  subject: Subject;
  api: { readonly id: string; readonly scopes: { readonly edges: readonly { node: { id: string; name: string } }[] } };
  /** The name of the scope. */
  scope: string;
  organizationId: string | null;
}

/** Whether somebody may use a scope, and every path to that, or which link is missing. Groups and roles can be supposed. */
export function Explanation({ subject, api, scope, organizationId }: ExplanationProps) {
  const [supposed, setSupposed] = useState<readonly Supposition[]>([]);
  const { kind, id } = subject;
  const [result] = useQuery({
    query: EXPLAIN,
    variables: { subject: { kind, id }, api: api.id, scope, organizationId, whatIf: whatIfOf(supposed) },
  });
  const suppose = (next: Supposition): void => setSupposed(withSupposition(supposed, next));
  const scopeId = api.scopes.edges.find(({ node }) => node.name === scope)?.node.id ?? '';
  const gapProps = { subject, apiId: api.id, scope: { nodeId: scopeId, name: scope }, organizationId, suppose };
  return (
    <div className="stack">
      <Loaded result={result}>
        {({ explainAccess: { allowed, reason, paths, missing, hasMorePaths, hasMoreMissing } }) => (
          <div className="stack">
            <Alert
              color={allowed ? 'teal' : 'red'}
              variant="light"
              role="status"
              title={decisionOf(allowed, supposed, subject.name, scope)}
            >
              {named('why', reason)}
            </Alert>
            {paths.length > 0 && (
              <section>
                <Title order={2} size="h5" mb="xs">
                  {t('why.paths')}
                </Title>
                <ul className="paths" aria-label={t('why.paths')}>
                  {paths.map(({ steps }) => (
                    <li key={steps.map(({ nodeId, organization }) => `${nodeId} ${organization?.id}`).join()}>
                      <Path
                        steps={steps}
                        apiId={api.id}
                        actionOf={(step, at) => <Without step={step} at={at} suppose={suppose} />}
                      />
                    </li>
                  ))}
                </ul>
                {hasMorePaths && <Text c="dimmed">{t('why.more')}</Text>}
              </section>
            )}
            {missing.length > 0 && (
              <section>
                <Title order={2} size="h5" mb="xs">
                  {t('why.missing')}
                </Title>
                <ul className="paths" aria-label={t('why.missing')}>
                  {missing.map((gap) => (
                    <li key={`${gap.holder?.nodeId} ${gap.step.nodeId} ${gap.step.organization?.id}`}>
                      <Missing gap={gap} {...gapProps} />
                    </li>
                  ))}
                </ul>
                {hasMoreMissing && <Text c="dimmed">{t('why.more')}</Text>}
              </section>
            )}
          </div>
        )}
      </Loaded>
      <Suppositions kind={kind} organizationId={organizationId} supposed={supposed} onChange={setSupposed} />
    </div>
  );
}

function decisionOf(allowed: boolean, supposed: readonly Supposition[], name: string, scope: string): string {
  const values = { name, scope };
  if (supposed.length > 0) return allowed ? t('why.wouldYes', values) : t('why.wouldNo', values);
  return allowed ? t('why.yes', values) : t('why.no', values);
}

interface WithoutProps {
  step: Step;
  at: number;
  suppose: (next: Supposition) => void;
}

/** Supposes that somebody were not in the group, or had not the role, that comes right behind them. */
function Without({ step: { kind, nodeId, name, organization, isSupposed }, at, suppose }: WithoutProps) {
  if (at !== 1 || isSupposed || (kind !== 'GROUP' && kind !== 'ROLE')) return null;
  const change = kind === 'GROUP' ? 'removeGroup' : 'removeRole';
  return (
    <Suppose
      label={t('whatIf.without')}
      about={t('whatIf.withoutNamed', { name })}
      onClick={() => suppose({ change, id: nodeId, name, organizationId: organization?.id ?? null })}
    />
  );
}

interface MissingProps {
  gap: Gap;
  subject: Subject;
  apiId: string;
  scope: { readonly nodeId: string; readonly name: string };
  organizationId: string | null;
  suppose: (next: Supposition) => void;
}

const NOTHING_SPECIAL = { isSupposed: false, expiresAt: null, organization: null };

/** A role that would allow it, and why it does not count. */
function Missing({ gap: { kind, step, holder }, subject, apiId, scope, organizationId, suppose }: MissingProps) {
  const from: Step = holder ?? { ...NOTHING_SPECIAL, kind: subject.kind, nodeId: subject.id, name: subject.name };
  const { nodeId: id, name } = step;
  return (
    <Path
      steps={[from, step, { ...NOTHING_SPECIAL, kind: 'SCOPE', ...scope }]}
      apiId={apiId}
      gap={{ before: 1, text: named('gap', kind) }}
      actionOf={(each) =>
        each === step && (
          <Suppose
            label={t('whatIf.with')}
            about={t('whatIf.withNamed', { name })}
            onClick={() => suppose({ change: 'addRole', id, name, organizationId })}
          />
        )
      }
    />
  );
}
